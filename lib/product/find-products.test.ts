import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, test } from 'node:test'

import { groupBySubcategory, inCategory } from './categories.ts'
import { latestProducts, readProducts } from './find-products.ts'
import { makeProduct } from './product.fixture.ts'
import { picturesOf, type Product } from './product.ts'

const FILE = 'products/otr-001.md'
let content = ''
let whole = ''

before(async () => {
  content = relative('.', await mkdtemp(join(tmpdir(), 'ourtee-products-')))
  await cp('e2e/fixtures/content', content, { recursive: true })
  whole = await readFile(join(content, FILE), 'utf8')
})
after(() => rm(content, { recursive: true, force: true }))

test('the stock is read newest first, with its words as HTML', async () => {
  const products = await readProducts(content)
  assert.deepEqual(
    products.map(({ id }) => id),
    ['otr-001', 'ots-001', 'otd-001', 'otd-002', 'otp-001', 'otu-001'],
  )
  assert.match(products[0]?.html ?? '', /^<p>/)
})

const broken: [name: string, from: RegExp, to: string, says: RegExp][] = [
  ['a price in words', /^price: .*$/m, 'price: 一千五', /otr-001\.md: price: 必須是整數/],
  ['no title', /^title: .*$/m, '', /otr-001\.md: title: /],
  ['an unknown field', /^price:/m, 'discount: 1\nprice:', /otr-001\.md: discount: 沒有這個欄位/],
  [
    'a foreign size',
    /^sizes: .*$/m,
    'sizes: [XS]',
    /otr-001\.md: sizes\.0: 只能是 S、M、L、XL、XXL$/,
  ],
  [
    'a day that is none',
    /^preorder_deadline: .*$/m,
    "preorder_deadline: '2099-02-30'",
    /preorder_deadline: 必須是/,
  ],
  [
    'a pre-order without ship date',
    /^estimated_ship_date: .*$/m,
    '',
    /estimated_ship_date: 預購商品/,
  ],
  [
    'a ship date before the end of the pre-order',
    /^estimated_ship_date: .*$/m,
    "estimated_ship_date: '2099-02-27'",
    /estimated_ship_date: 不可早於預購截止日/,
  ],
  [
    'a sale without its days',
    /^price: .*$/m,
    'price: 1540\nsale_price: 1290',
    /sale_price: 優惠價要和 sale_start、sale_end 一起寫/,
  ],
  [
    'a sale above the price',
    /^price: .*$/m,
    "price: 1540\nsale_price: 1540\nsale_start: '2026-12-01'\nsale_end: '2026-12-02'",
    /sale_price: 必須低於原價/,
  ],
  [
    'a sale that ends before it starts',
    /^price: .*$/m,
    "price: 1540\nsale_price: 1290\nsale_start: '2026-12-02'\nsale_end: '2026-12-01'",
    /sale_end: 不可早於優惠開始日/,
  ],
  ['a draft in words', /^price: .*$/m, 'price: 1540\ndraft: 是', /draft: 必須是 true 或 false/],
  ['units in a list', /^stock: .*$/m, 'stock: [1]', /otr-001\.md: stock: 必須是整數/],
  [
    'sizes that do not add up',
    /^stock: .*$/m,
    'stock: 9\nstock_by_size: { S: 4, M: 4 }',
    /otr-001\.md: stock_by_size: 各尺寸的件數加起來必須等於 stock/,
  ],
  [
    'units of a size that it does not have',
    /^sizes: .*$/m,
    'sizes: [S, M]\nstock_by_size: { S: 40, XL: 60 }',
    /otr-001\.md: stock_by_size: 只能寫 sizes 裡有的尺寸/,
  ],
  [
    'units of a size that nobody has',
    /^stock: .*$/m,
    'stock: 9\nstock_by_size: { XS: 9 }',
    /otr-001\.md: stock_by_size/,
  ],
  ['no sizes', /^sizes: .*$/m, '', /otr-001\.md: sizes: 不可缺少/],
  ['one tag', /^tags: .*$/m, 'tags: 白', /otr-001\.md: tags: 必須是清單/],
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
    /otr-001\.md: gallery\.0: 找不到圖片 public\/images\/products\/nowhere\.jpg/,
  ],
  [
    'front matter that is no YAML',
    /^title: .*$/m,
    'title: [',
    /otr-001\.md: 欄位: 第 \d+ 行讀不懂/,
  ],
  ['front matter that is code', /^---$/m, '---js', /otr-001\.md: 欄位: 只能是 YAML/],
]

const isEnglish = ({ message }: Error) => /[a-z]+ [a-z]+/i.test(message)

for (const [name, from, to, says] of broken) {
  test(`${name} is refused by file, field and reason`, async () => {
    await writeFile(join(content, FILE), whole.replace(from, to))
    await assert.rejects(readProducts(content), says)
    await assert.rejects(readProducts(content), (error: Error) => !isEnglish(error))
    await writeFile(join(content, FILE), whole)
  })
}

test('a sold-out shirt with neither photograph nor fact is refused, unless its file says so', async () => {
  const file = join(content, 'products/ots-001.md')
  const soldOut = await readFile(file, 'utf8')
  const read = async (text: string) => {
    await writeFile(file, soldOut.replace('shown_unproven: true', text))
    try {
      return (await readProducts(content)).find(({ id }) => id === 'ots-001')
    } finally {
      await writeFile(file, soldOut)
    }
  }
  await assert.rejects(read(''), /ots-001\.md: stock: 已售完、沒有實品照片、也沒有任何規格/)
  const src = '/images/products/ots-001-back.jpg'
  const worn = await read(
    `photos:\n  - src: ${src}\n    alt: 窗邊\n    wearer: { height: 172, size: M }`,
  )
  assert.ok(worn)
  assert.deepEqual(picturesOf(worn)[0], { src, alt: '窗邊', wearer: { height: 172, size: 'M' } })
  assert.deepEqual(picturesOf(worn)[1], worn.image)
  assert.ok(
    await read(
      "facts: { weight: 220 g/m², thickness: '', sheerness: '', stretch: '', origin: '', embroidery: '', label: '', model: '', shrinkage: '' }",
    ),
  )
  assert.ok(await read('shown_unproven: true'))
})

test('a day without quotes is the same day', async () => {
  await writeFile(join(content, FILE), whole.replace("'2099-02-28'", '2099-02-28'))
  const [product] = await readProducts(content)
  assert.equal(product?.preorder_deadline, '2099-02-28')
  await writeFile(join(content, FILE), whole)
})

for (const written of [
  '2099-02-29',
  '2099-02-29 # 月底',
  '2099-13-01',
  '\n  2099-02-29',
  '2099-02-29 23:59:59',
  '2099-02-28T23:59:59+08:00',
  "'2099-02-29'",
]) {
  test(`${JSON.stringify(written)} is no day, and becomes no other`, async () => {
    await writeFile(join(content, FILE), whole.replace("'2099-02-28'", written))
    await assert.rejects(readProducts(content), /preorder_deadline: 必須是 YYYY-MM-DD 的日期/)
    await writeFile(join(content, FILE), whole)
  })
}

test('a day in a body or in a longer text stays as written', async () => {
  const text = whole
    .replace(/^subtitle: .*$/m, 'subtitle: 到 2099-02-29 為止')
    .concat('\n- 2099-02-29\n')
  await writeFile(join(content, FILE), text)
  const [product] = await readProducts(content)
  assert.equal(product?.subtitle, '到 2099-02-29\u00A0為止')
  assert.match(product.html, /<li>2099-02-29<\/li>/)
  await writeFile(join(content, FILE), whole)
})

function shirt(id: string, subcategory?: string): Product {
  const category = id.startsWith('x') ? '特別款' : '基本款'
  return makeProduct({ id, title: id, subcategory, category })
}

test('products stand under their series, those without one last', () => {
  const groups = groupBySubcategory([shirt('a'), shirt('b', '旅見系列'), shirt('c', '旅見系列')])
  assert.deepEqual(
    groups.map(({ title, products }) => [title, products.map(({ id }) => id)]),
    [
      ['旅見系列', ['b', 'c']],
      ['未分類', ['a']],
    ],
  )
})

test('nothing makes no group', () => {
  assert.deepEqual(groupBySubcategory([]), [])
})

test('a category keeps its own', () => {
  const found = inCategory([shirt('a'), shirt('x1')], '特別款')
  assert.deepEqual(
    found.map(({ id }) => id),
    ['x1'],
  )
})

test('the home page shows the six newest, or all where there are fewer', () => {
  const seven = Array.from({ length: 7 }, (_, index) => shirt(`s${index}`))
  assert.deepEqual(latestProducts(seven), seven.slice(0, 6))
  assert.deepEqual(latestProducts(seven.slice(5)), seven.slice(5))
})

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
  test(`${name} is refused by file, field and reason`, async () => {
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
  test(`${name} is taken`, async () => {
    await writeFile(join(content, FILE), whole.replace(from, to))
    assert.ok((await readProducts(content)).length > 0)
  })
}
