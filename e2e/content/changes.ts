import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { FIXTURE_BUILD } from '../support/fixture-content.ts'

let folder = ''

const at = (...path: string[]) => join(folder, ...path)
const read = (...path: string[]) => readFileSync(at(...path), 'utf8')
export const markdownIn = (name: string) =>
  readdirSync(at('content', name))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `content/${name}/${file}`)

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(at(file), change(read(file)))
}

const first = (name: string) => read(markdownIn(name)[0] ?? '')
export const page = (path: string) => read(FIXTURE_BUILD, 'server', 'app', path)

export const mainOf = (html: string) => html.slice(html.indexOf('<main'))

/** The front matter of a file. */
const front = (text: string) => text.split(/^---$/m)[1] ?? ''

function field(text: string, name: string): string {
  return new RegExp(`^${name}: '?(.*?)'?$`, 'm').exec(front(text))?.[1] ?? ''
}

const YESTERDAY = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

function addProduct(): void {
  const fields = front(first('products'))
    .replaceAll(/^(?:preorder_deadline|estimated_ship_date): .*\n/gm, '')
    .replace(/^title: .*$/m, 'title: 新來的 T 恤')
    .replace(/^date: .*$/m, "date: '2020-01-01'")
    .replace(
      /^preorder: .*$/m,
      "preorder: true\npreorder_deadline: '2099-01-31'\nestimated_ship_date: '2099-02-28'",
    )
  writeFileSync(at('content/products/new-001.md'), `---${fields}---\n\n剛做好的一件。\n`)
}

function addArticle(): void {
  const fields = front(first('blog'))
    .replace(/^title: .*$/m, 'title: 新來的文章')
    .replace(/^date: .*$/m, `date: '${YESTERDAY}'`)
  const text = `---${fields}---\n\n${'衣'.repeat(900)}\n`
  writeFileSync(at(`content/blog/${YESTERDAY}-new-article.md`), text)
}

const withTitle = (text: string) => text.replace(/^title: .*$/m, 'title: 還沒公開')
const unready = (text: string) => withTitle(text).replace(/^date:/m, 'draft: true\ndate:')
const later = (text: string) => withTitle(text).replace(/^date: .*$/m, "date: '2099-01-01'")

/** A product and an article of a later year, and one of each that is not ready. */
function addUnseen(): void {
  const product = read('content/products/new-001.md')
  const article = read(`content/blog/${YESTERDAY}-new-article.md`)
  writeFileSync(at('content/products/draft-001.md'), unready(product))
  writeFileSync(at('content/products/later-001.md'), later(product))
  writeFileSync(at(`content/blog/${YESTERDAY}-draft-article.md`), unready(article))
  writeFileSync(at('content/blog/2099-01-01-later-article.md'), later(article))
}

/** Puts the new shirt on sale. */
function startSale(): void {
  const sale = `sale_price: 990\nsale_start: '${YESTERDAY}'\nsale_end: '2099-12-31'`
  edit('content/products/new-001.md', (text) => text.replace(/^(price: .*)$/m, `$1\n${sale}`))
}

function addPage(): void {
  const text = `---
title: 尺寸怎麼量
description: 平放、拉平，從腋下到腋下。
footer: 購物資訊
indexed: true
---

先把衣服[平放](/shop)。
`
  writeFileSync(at('content/info/how-to-measure.md'), text)
}

const chinese = (day: string) => {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日`
}

/** Moves the days of every pre-order by a year, in its fields and in its words. */
function moveDeadlines(): void {
  for (const file of markdownIn('products')) {
    edit(file, (text) =>
      ['preorder_deadline', 'estimated_ship_date'].reduce((label, name) => {
        const day = field(text, name)
        if (day === '') return label
        const later = `${Number(day.slice(0, 4)) + 1}-${day.slice(5, 7)}-15`
        return label.replaceAll(day, later).replaceAll(chinese(day), chinese(later))
      }, text),
    )
  }
}

/** Price of a shirt by its file's position. */
export const priceAt = (index: number) => `NT$${(1301 + index).toLocaleString('en-US')}`

function changePrices(): void {
  for (const [index, file] of markdownIn('products').entries()) {
    edit(file, (text) => text.replace(/^price: .*$/m, `price: ${1301 + index}`))
  }
}

/** Files that come later by name become newer. */
function turnOrder(): void {
  for (const [index, file] of markdownIn('products').entries()) {
    const day = new Date(Date.UTC(2021, 0, 1 + index)).toISOString().slice(0, 10)
    edit(file, (text) => text.replace(/^date: .*$/m, `date: '${day}'`))
  }
}

/** Makes the owner's monthly changes to a copy of the shop; the other functions read that copy. */
export function makeChanges(copy: string): void {
  folder = copy
  addProduct()
  addArticle()
  addPage()
  startSale()
  moveDeadlines()
  changePrices()
  turnOrder()
  addUnseen()
}
