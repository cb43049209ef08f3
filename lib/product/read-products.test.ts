import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { readProducts } from './read-products.ts'

const FILE = 'content/products/otr-001.md'
let root = ''
let whole = ''

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'ourtee-products-'))
  await Promise.all([
    cp('content', join(root, 'content'), { recursive: true }),
    cp('public', join(root, 'public'), { recursive: true }),
  ])
  whole = await readFile(join(root, FILE), 'utf8')
})
after(() => rm(root, { recursive: true, force: true }))

test('the shelf is read newest first, with its words as HTML', async () => {
  const products = await readProducts(root)
  assert.deepEqual(
    products.map(({ id }) => id),
    ['otr-001', 'ots-001'],
  )
  assert.match(products[0]?.html ?? '', /^<p>/)
})

const broken: [name: string, from: RegExp, to: string, says: RegExp][] = [
  ['a price in words', /^price: .*$/m, 'price: 一千五', /otr-001\.md: price: 必須是整數/],
  ['no title', /^title: .*$/m, '', /otr-001\.md: title: /],
  ['an unknown field', /^price:/m, 'discount: 1\nprice:', /otr-001\.md: discount: /],
  ['a foreign size', /^sizes: .*$/m, 'sizes: [XS]', /otr-001\.md: sizes\.0: /],
  [
    'a day that is none',
    /^preorder_deadline: .*$/m,
    "preorder_deadline: '2027-02-30'",
    /preorder_deadline: 必須是/,
  ],
  [
    'a pre-order without ship date',
    /^estimated_ship_date: .*$/m,
    '',
    /estimated_ship_date: 預購商品/,
  ],
  [
    'an unknown category',
    /^category: .*$/m,
    'category: 特別款',
    /otr-001\.md: category: .*OURTEE 基本款/,
  ],
  [
    'a missing picture',
    /otr-001-back\.jpg/,
    'nowhere.jpg',
    /otr-001\.md: gallery\.0: no such picture: public\/images\/products\/nowhere\.jpg/,
  ],
  ['front matter that is no YAML', /^title: .*$/m, 'title: [', /otr-001\.md: front matter: /],
  ['front matter that is code', /^---$/m, '---js', /otr-001\.md: front matter: only YAML/],
]

for (const [name, from, to, says] of broken) {
  test(`${name} is refused by file, field and reason`, async () => {
    await writeFile(join(root, FILE), whole.replace(from, to))
    await assert.rejects(readProducts(root), says)
    await writeFile(join(root, FILE), whole)
  })
}

test('a day without quotes is the same day', async () => {
  await writeFile(join(root, FILE), whole.replace("'2027-02-28'", '2027-02-28'))
  const [product] = await readProducts(root)
  assert.equal(product?.preorder_deadline, '2027-02-28')
  await writeFile(join(root, FILE), whole)
})
