import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'

import { buildEnvironment } from '../../local/environment.ts'
import { copyShop } from '../support/shop-copy.ts'

// What the owner does every month is done here to a copy of the shop: every check stays green, and the pages follow.

let folder = ''

const at = (...path: string[]) => join(folder, ...path)
const read = (...path: string[]) => readFileSync(at(...path), 'utf8')
const markdownIn = (name: string) =>
  readdirSync(at('content', name))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `content/${name}/${file}`)

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(at(file), change(read(file)))
}

const first = (name: string) => {
  const [file] = markdownIn(name)
  assert.ok(file !== undefined, `content/${name} is empty`)
  return read(file)
}

const page = (path: string) => read('.next', 'server', 'app', path)

const mainOf = (html: string) => html.slice(html.indexOf('<main'))

/** The front matter of a file. */
const front = (text: string) => text.split(/^---$/m)[1] ?? ''

function field(text: string, name: string): string {
  return new RegExp(`^${name}: '?(.*?)'?$`, 'm').exec(front(text))?.[1] ?? ''
}

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
    .replace(/^date: .*$/m, "date: '2099-01-01'")
  const text = `---${fields}---\n\n${'衣'.repeat(900)}\n`
  writeFileSync(at('content/blog/2099-01-01-new-article.md'), text)
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
      ['preorder_deadline', 'estimated_ship_date'].reduce((words, name) => {
        const day = field(text, name)
        if (day === '') return words
        const later = `${Number(day.slice(0, 4)) + 1}-${day.slice(5, 7)}-15`
        return words.replaceAll(day, later).replaceAll(chinese(day), chinese(later))
      }, text),
    )
  }
}

/** What each shirt then costs, by the place of its file. */
const priceAt = (index: number) => `NT$${(1301 + index).toLocaleString('en-US')}`

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

function endPreorders(): void {
  for (const file of markdownIn('products')) {
    edit(file, (text) =>
      text.replace(/^preorder: .*$/m, 'preorder: false').replace(/^stock: .*$/m, 'stock: 0'),
    )
  }
}

async function runInCopy(command: string, words: readonly string[]): Promise<void> {
  // A test runner that is started by another one would otherwise report to it in its own protocol.
  const { NODE_TEST_CONTEXT: _ours, ...ours } = process.env
  const child = spawn(command, words, {
    cwd: folder,
    env: { ...ours, ...buildEnvironment(), CONTENT_FOLDER: '' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  }
  const [code]: unknown[] = await once(child, 'close')
  assert.equal(code, 0, `${command} ${words.join(' ')}:\n${said}`)
}

const TESTS = [
  '--conditions=react-server',
  '--test-reporter=dot',
  '--test',
  'content/**/*.test.ts',
  'lib/**/*.test.ts',
]

before(() => {
  folder = copyShop('content-changes')
})

test('more goods, articles and pages, other days, prices and order: unit tests and build stay green', async () => {
  addProduct()
  addArticle()
  addPage()
  moveDeadlines()
  changePrices()
  turnOrder()
  await Promise.all([runInCopy('node', TESTS), runInCopy('next', ['build'])])
})

test('the built pages show the changes', () => {
  assert.match(page('product/new-001.html'), /新來的 T 恤[^]*預購至 2100年1月15日/)
  const products = markdownIn('products')
  for (const [index, file] of products.entries()) {
    const html = page(file.replace('content/products/', 'product/').replace('.md', '.html'))
    assert.ok(html.includes(priceAt(index)), file)
  }
  const [firstShown] = /NT\$1,\d{3}/.exec(mainOf(page('shop.html'))) ?? []
  assert.equal(firstShown, priceAt(products.length - 1))
  for (const listing of ['blog/new-article.html', 'blog.html', 'index.html']) {
    assert.ok(page(listing).includes('新來的文章'), listing)
  }
  assert.ok(page('how-to-measure.html').includes('先把衣服'))
  assert.ok(page('shop.html').includes('href="/how-to-measure"'))
  const map = page('sitemap.xml.body')
  for (const path of ['/product/new-001', '/blog/new-article', '/how-to-measure']) {
    assert.ok(map.includes(`${path}</loc>`), path)
  }
})

test('the end of every pre-order leaves the unit tests green', async () => {
  endPreorders()
  await runInCopy('node', TESTS)
})
