import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'

import { buildEnvironment } from '../local/environment.ts'
import { copyShop } from './shop-copy.ts'

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

/** Another price for each shirt: 1,001, 1,002 and so on. */
function changePrices(): void {
  for (const [index, file] of markdownIn('products').entries()) {
    edit(file, (text) => text.replace(/^price: .*$/m, `price: ${1001 + index}`))
  }
}

/** What was newest is oldest. */
function turnOrder(): void {
  for (const [index, file] of markdownIn('products').entries()) {
    edit(file, (text) => text.replace(/^date: .*$/m, `date: '2021-01-${10 + index}'`))
  }
}

function endPreorders(): void {
  for (const file of markdownIn('products')) {
    edit(file, (text) =>
      text.replace(/^preorder: .*$/m, 'preorder: false').replace(/^stock: .*$/m, 'stock: 0'),
    )
  }
}

function runInCopy(command: string, words: readonly string[]): void {
  // A test runner that is started by another one would otherwise report to it in its own protocol.
  const { NODE_TEST_CONTEXT: _ours, ...ours } = process.env
  const { status, stdout, stderr } = spawnSync(command, words, {
    cwd: folder,
    env: { ...ours, ...buildEnvironment(), CONTENT_FOLDER: '' },
    encoding: 'utf8',
  })
  assert.equal(status, 0, `${command} ${words.join(' ')}:\n${stdout}\n${stderr}`)
}

const unitTests = () =>
  runInCopy('node', [
    '--conditions=react-server',
    '--test-reporter=dot',
    '--test',
    'lib/**/*.test.ts',
  ])

before(() => {
  folder = copyShop('content-changes')
})

test('more goods, articles and pages, other days, prices and order leave the unit tests green', () => {
  addProduct()
  addArticle()
  addPage()
  moveDeadlines()
  changePrices()
  turnOrder()
  unitTests()
})

test('the pages follow', () => {
  runInCopy('next', ['build'])
  const shirt = page('product/new-001.html')
  assert.ok(shirt.includes('新來的 T 恤'))
  assert.ok(shirt.includes('預購至 2100年1月15日'))
  const shop = page('shop.html')
  for (const file of markdownIn('products')) {
    const price = Number(field(read(file), 'price')).toLocaleString('en-US')
    assert.ok(shop.includes(`NT$${price}`), price)
  }
  const shown = [...shop.matchAll(/NT\$(1,0\d\d)/g)].map(([, price]) => price)
  assert.equal(shown[0], (1000 + markdownIn('products').length).toLocaleString('en-US'))
  assert.ok(page('blog/new-article.html').includes('新來的文章'))
  assert.ok(page('blog.html').includes('新來的文章'))
  assert.ok(page('index.html').includes('新來的文章'))
  assert.ok(page('how-to-measure.html').includes('先把衣服'))
  assert.ok(shop.includes('href="/how-to-measure"'))
  const map = page('sitemap.xml.body')
  for (const path of ['/product/new-001', '/blog/new-article', '/how-to-measure']) {
    assert.ok(map.includes(`${path}</loc>`), path)
  }
})

test('the end of every pre-order leaves the unit tests green', () => {
  endPreorders()
  unitTests()
})
