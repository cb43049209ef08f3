import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, test } from 'node:test'

import { readProducts } from './find-products.ts'

const FILE = 'products/otr-001.md'
let content = ''
let whole = ''

before(async () => {
  content = relative('.', await mkdtemp(join(tmpdir(), 'ourtee-claims-')))
  await cp('e2e/fixtures/content', content, { recursive: true })
  whole = await readFile(join(content, FILE), 'utf8')
})
after(() => rm(content, { recursive: true, force: true }))

const refused: [name: string, from: RegExp, to: string, says: RegExp][] = [
  [
    'a product in stock without its facts',
    /^preorder: true$([^]*)^ {2}weight: .*$/m,
    'preorder: false$1  weight:',
    /otr-001\.md: facts: 不是預購的商品要寫明 weight 布重/,
  ],
  [
    'a pre-order that does not say when its facts are known',
    /^facts_known_by: .*$([^]*)^ {2}weight: .*$/m,
    '$1  weight:',
    /otr-001\.md: facts_known_by: 預購商品還有不知道的規格/,
  ],
  [
    'facts that are known after shipping',
    /^facts_known_by: .*$/m,
    "facts_known_by: '2099-04-01'",
    /facts_known_by: 不可晚於預計出貨日/,
  ],
  [
    'a state of sale that follows nothing',
    /出門的衣服/,
    '這一件已售完。出門的衣服',
    /內文: 「已售完」會隨庫存與日期改變，請寫在 \{sold_out\|…\}/,
  ],
  [
    'an organic claim without a certificate',
    /出門的衣服/,
    '種植時不使用合成農藥。出門的衣服',
    /organic_certificate: 內文說不使用合成農藥/,
  ],
]

for (const [name, from, to, says] of refused) {
  test(`${name} is refused by file, field and reason (rules 19, 195, 196, 974)`, async () => {
    await writeFile(join(content, FILE), whole.replace(from, to))
    await assert.rejects(readProducts(content), says)
  })
}

const accepted: [name: string, from: RegExp, to: string][] = [
  [
    'a product whose facts are left out on purpose',
    /^preorder: true$([^]*)^ {2}weight: .*$/m,
    'preorder: false\nfacts_left_out: true$1  weight:',
  ],
  [
    'an organic claim with its certificate',
    /^price: .*$([^]*)出門的衣服/m,
    'price: 1540\norganic_certificate: GOTS 123456$1種植時不使用合成農藥。出門的衣服',
  ],
]

for (const [name, from, to] of accepted) {
  test(`${name} is taken (rules 19, 196)`, async () => {
    await writeFile(join(content, FILE), whole.replace(from, to))
    assert.ok((await readProducts(content)).length > 0)
  })
}
