import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import { changeText, readText } from '#lib/adapters/markdown/trade-file.ts'
import { tradeSchema } from '#lib/company/trade-schema.ts'
import { fail } from '#lib/result.ts'
import { openFile, schemaOf } from './content-files.ts'
import { previewFile, saveFile, undoSave } from './editor.ts'
import { flagLabels, problemText, UNFILLED } from './labels.ts'
import { fixtureFiles, memoryRepository } from './memory-repository.fixture.ts'
import { fieldsOf } from './repository.ts'

const SHIRT = 'products/otr-001.md'
const ARTICLE = 'blog/2026-05-20-finished-together.md'

type Values = Readonly<Record<string, unknown>>
type Change = { readonly values?: Values; readonly body?: (text: string) => string }

/** Saves a file of the frozen content with a change, as the form sends it. */
async function save(
  path: string,
  { values = {}, body = (text) => text }: Change,
  files = fixtureFiles(),
) {
  const { repository, files: now } = memoryRepository(files)
  const text = files.get(`content/${path}`)
  const read = readText(text ?? '---\n---\n')
  const version = (await repository.read(`content/${path}`))?.version ?? ''
  const typed = { path, values: { ...read.values, ...values }, body: body(read.body) }
  const answer = await saveFile(repository, { ...typed, version, author: 'lin' })
  return { answer, saved: now().get(`content/${path}`), before: text }
}

async function refusal(path: string, change: Change, files?: Map<string, string>) {
  const { answer, saved, before } = await save(path, change, files)
  assert.ok(!answer.ok)
  assert.equal(saved, before)
  return answer
}

const DETAIL = '/images/products/otr-001-back.jpg'

const image = (src: string) => ({ image: { src, alt: '一件白色的 T 恤' } })
const home = (values: Values) => {
  const { hero, preorder } = readText(fixtureFiles().get('content/info/home.md') ?? '').values
  return { hero: Object(hero), preorder: Object(preorder), ...values }
}

// Each is refused by the build as well; the words are what the owner reads, with the field by its label.
const wrong: readonly [
  what: string,
  path: string,
  change: Change,
  says: string,
  fields: readonly string[],
][] = [
  [
    'a price that is no number',
    SHIRT,
    { values: { price: '很貴' } },
    '商品 otr-001 的「價格（元）」必須是整數（新臺幣元）',
    ['price'],
  ],
  ['a price below zero', SHIRT, { values: { price: -1 } }, '「價格（元）」必須大於 0', ['price']],
  [
    'a sale without its days',
    SHIRT,
    { values: { sale_price: 990 } },
    '「優惠價（元）」優惠價要和',
    ['sale_price'],
  ],
  ['a field that there is not', SHIRT, { values: { prise: 1 } }, '沒有這個欄位', ['prise']],
  [
    'a category that there is not',
    SHIRT,
    { values: { category: '帽子' } },
    '「分類」必須是 info/shop.md 的分類',
    ['category'],
  ],
  [
    'a colour in another form',
    SHIRT,
    { values: { colors: [{ name: '白色', value: 'white' }] } },
    '「顏色 1 的色碼」必須是 #RRGGBB',
    ['colors.0.value'],
  ],
  [
    'a picture that is not there',
    SHIRT,
    { values: image('/images/products/nowhere.jpg') },
    '「主圖」找不到圖片',
    ['image'],
  ],
  [
    'a creator that there is not',
    SHIRT,
    { values: { creator: 'nobody' } },
    '商品 otr-001 的「創作者」沒有 creators/nobody.md',
    ['creator'],
  ],
  [
    'a picture without words',
    ARTICLE,
    { body: (text) => `${text}\n![](/images/products/otr-001-front.jpg)\n` },
    '「內文」請說明圖片',
    ['內文'],
  ],
  [
    'a link to no page',
    ARTICLE,
    { body: (text) => `${text}\n[這裡](/nope)\n` },
    '「內文」店裡沒有 /nope 這一頁',
    ['內文'],
  ],
  [
    'a link to no product',
    'info/about.md',
    { body: (text) => `${text}\n[這裡](/product/none)\n` },
    '「內文」店裡沒有 /product/none 這一頁',
    ['內文'],
  ],
  [
    'a pre-order of no product on the home page',
    'info/home.md',
    { values: home({ preorder: { product: 'otr-999', title: '預購', label: '看' } }) },
    '資訊頁 首頁 的「預購 的商品編號」沒有 otr-999 這件商品',
    ['preorder.product'],
  ],
  [
    'a button of the home page that leads nowhere',
    'info/home.md',
    { values: { join: { title: '一', text: '二', action: { label: '三', href: '/nope' } } } },
    '「一起創作 的按鈕 的連到」店裡沒有 /nope 這一頁',
    ['join.action.href'],
  ],
  [
    'a work that is not the creator’s',
    'creators/studio.md',
    { values: { works: ['otr-999'] } },
    '「作品（商品編號）」otr-999 沒有寫 creator: studio',
    ['works'],
  ],
  [
    'a category taken away from its products',
    'info/shop.md',
    { values: { categories: [{ slug: 'hats', label: '帽子', description: '帽子' }] } },
    '的「分類」必須是 info/shop.md 的分類',
    [],
  ],
  [
    'a delivery fee below zero',
    'info/trade.md',
    { values: { delivery_fee: -1 } },
    '資訊頁 店的資料與數字 的「運費（元；0 是全館免運）」不能是負數',
    ['delivery_fee'],
  ],
  [
    'a text that names another fee',
    ARTICLE,
    { body: (text) => `${text}\n\n未滿則收 NT$60。\n` },
    '「內文」寫著 NT$60，但「店的資料與數字」是 NT$80；請寫 {delivery_fee}',
    ['內文'],
  ],
  [
    'a text that names another number of units',
    ARTICLE,
    { body: (text) => `${text}\n\n每筆訂單最多 9 件。\n` },
    '「內文」寫著 9 件，但「店的資料與數字」是 5 件；請寫 {most_pieces}',
    ['內文'],
  ],
  [
    'a name of the trade that there is not',
    ARTICLE,
    { body: (text) => `${text}\n\n運費 {delivery_fe}。\n` },
    '「內文」沒有 {delivery_fe} 這個名稱',
    ['內文'],
  ],
  [
    'an offer of a product that there is not',
    'offers/three-everyday.md',
    { values: { products: ['otd-999'] } },
    '優惠 three-everyday 的「只限這些商品（商品編號；不填就是全部） 1」沒有 otd-999 這件商品',
    ['products.0'],
  ],
  [
    'an offer that meets another one',
    'offers/three-everyday.md',
    { values: { gives: 'free-delivery', amount: undefined } },
    '和「日常兩件免運」（everyday-delivery）的日子重疊：同一件商品一天只能有一個免運優惠',
    ['starts'],
  ],
  [
    'an offer that is no cheaper',
    'offers/three-everyday.md',
    { values: { amount: 1770 } },
    '不比單買便宜（3 件最貴是 1770 元）',
    ['amount'],
  ],
  [
    'a placeholder that a mail does not know',
    'mails/paid.md',
    { body: (text) => `${text}\n{nothing}\n` },
    '沒有 {nothing} 這個欄位',
    ['內文'],
  ],
]

for (const [what, path, change, says, fields] of wrong) {
  test(`${what} is refused in the owner's words, with its field`, async () => {
    const answer = await refusal(path, change)
    assert.equal(answer.code, 'content-wrong')
    assert.ok(answer.detail?.includes(says), answer.detail)
    assert.deepEqual(Object.keys(answer.fields ?? {}), fields)
  })
}

test('a picture without one of its sizes is refused with the command that makes it', async () => {
  const files = fixtureFiles()
  const size = [...files.keys()].find((path) => /otr-001-back\.\w+-640\.avif$/.test(path))
  files.delete(size ?? '')
  const answer = await refusal(SHIRT, { values: image(DETAIL) }, files)
  assert.match(answer.detail ?? '', /圖片 .*otr-001-back\.jpg 少了 1 個尺寸：請執行 npm run photos/)
  assert.ok((await save(SHIRT, { values: image(DETAIL) })).answer.ok)
})

const OFFER = 'offers/three-everyday.md'

for (const path of [SHIRT, OFFER, ARTICLE, 'info/faq.md', 'mails/paid.md', 'creators/studio.md']) {
  test(`${path} as it stands can be saved`, async () => {
    assert.equal((await save(path, {})).answer.ok, true)
  })
}

test('the first offer of a shop, which has no folder for them yet, can be saved', async () => {
  const files = fixtureFiles()
  for (const path of files.keys()) if (path.includes('/offers/')) files.delete(path)
  const offer = { title: '兩件一起', gives: 'percent', amount: 10, units: 2 }
  const { answer, saved } = await save('offers/two-shirts.md', { values: offer }, files)
  assert.equal(answer.ok, true)
  assert.match(saved ?? '', /^gives: percent$/m)
})

test('a file is checked beside what is saved, not beside what runs', async () => {
  const files = fixtureFiles()
  const studio = files.get('content/creators/studio.md') ?? ''
  files.set('content/creators/lin.md', studio.replace(/^works: .*$/m, 'works: []'))
  files.set('content/creators/studio.md', studio.replace(/^works: .*$/m, 'works: []'))
  assert.deepEqual((await save(SHIRT, { values: { creator: 'lin' } }, files)).answer.ok, true)
})

test('what was saved while a file was checked is not saved over', async () => {
  const { repository } = memoryRepository()
  const { values, body } = readText(fixtureFiles().get(`content/${SHIRT}`) ?? '')
  const version = (await repository.read(`content/${SHIRT}`))?.version ?? ''
  const busy = {
    ...repository,
    tree: async () => {
      const tree = await repository.tree()
      const changes = [{ path: 'content/mails/paid.md', text: '' }]
      await repository.save({ message: 'x', author: 'x', changes, base: tree.id })
      return tree
    },
  }
  const typed = { path: SHIRT, values, body, version, author: 'lin' }
  assert.deepEqual(await saveFile(busy, typed), fail('saved-meanwhile'))
})

test('a saved product has the new price and its sale, and all else as it was', async () => {
  const sale = { price: 1290, sale_price: 990, sale_start: '2026-12-01', sale_end: '2026-12-31' }
  const { saved = '', before = '' } = await save(SHIRT, { values: { ...sale, subcategory: '' } })
  const { values, body } = readText(before)
  const { subcategory: _subcategory, ...rest } = values
  assert.deepEqual(readText(saved).values, { ...rest, ...sale })
  assert.match(saved, /^facts:/m)
  assert.equal(saved, changeText(before, { ...rest, ...sale }, body))
})

test('a preview says what a save would', async () => {
  const { repository } = memoryRepository()
  const { values, body } = readText(readFileSync(`e2e/fixtures/content/${SHIRT}`, 'utf8'))
  const shown = await previewFile(repository, { path: SHIRT, values, body })
  assert.ok(shown.ok)
  const refused = await previewFile(repository, {
    path: SHIRT,
    values: { ...values, creator: 'nobody' },
    body,
  })
  assert.partialDeepStrictEqual(refused, { ok: false, code: 'content-wrong' })
})

const NEW_SHIRT = 'products/otr-900.md'

const NEW_VALUES: Values = {
  date: '2026-12-01',
  title: '晴天 T 恤',
  subtitle: '白色短袖',
  preorder: false,
  price: 590,
  currency: 'TWD',
  colors: [{ name: '白色', value: '#FFFFFF' }],
  sizes: ['M'],
  shared_size_chart: true,
  stock: 3,
  image: { src: '/images/products/otr-001-front.jpg', alt: '一件白色的 T 恤' },
  category: 'OURTEE 基本款',
  creator: 'studio',
  material: '100% 有機棉',
  facts_left_out: true,
  care: ['不烘乾'],
}

test('a new product is saved with one picture and without tags', async () => {
  const { answer, saved } = await save(NEW_SHIRT, { values: NEW_VALUES })
  assert.ok(answer.ok, JSON.stringify(answer))
  assert.match(saved ?? '', /^gallery: \[\]$/m)
  assert.match(saved ?? '', /^tags: \[\]$/m)
  // A photograph is one until its owner says otherwise.
  assert.doesNotMatch(saved ?? '', /renderings/)
})

test('all that is wrong with a product is said at once: empty fields, wrong ones, rules between them, and other files', async () => {
  const { title: _title, care: _care, ...rest } = NEW_VALUES
  const answer = await refusal(NEW_SHIRT, {
    values: {
      ...rest,
      price: '很貴',
      preorder: true,
      category: '帽子',
      creator: 'nobody',
      gallery: [{ src: '/images/products/nowhere.jpg', alt: '背面' }],
    },
  })
  assert.match(('detail' in answer && answer.detail) || '', /「標題」尚未填寫/)
  assert.deepEqual(('fields' in answer && answer.fields) || {}, {
    title: UNFILLED,
    price: '必須是整數（新臺幣元）',
    care: '至少一項',
    estimated_ship_date: '預購商品必須寫明預計出貨日',
    category: '必須是 info/shop.md 的分類：OURTEE 基本款',
    creator: '沒有 creators/nobody.md',
    'gallery.0.src': '找不到圖片 public/images/products/nowhere.jpg',
  })
  assert.equal(problemText('title', UNFILLED), '請填標題')
})

test('the categories, creators and tags of the shop are offered for a product', async () => {
  const { repository } = memoryRepository(fixtureFiles())
  const opened = await openFile(repository, NEW_SHIRT)
  const field = (name: string) =>
    opened?.fields.find((namedField) => namedField.name === name)?.field
  assert.deepEqual(field('category'), { kind: 'choice', options: ['OURTEE 基本款'] })
  const creator = field('creator')
  assert.ok(creator?.kind === 'choice')
  assert.ok(creator.options.includes('studio'))
  assert.notEqual(creator.titles?.studio, undefined)
  const tags = field('tags')
  assert.ok(tags?.kind === 'list' && tags.item.kind === 'text')
  assert.ok(tags.item.suggestions?.includes('有機棉'))
})

test('a telephone is taken as it is typed, and carriers get its digits', async () => {
  const trade = readText(fixtureFiles().get('content/info/trade.md') ?? '').values
  const sender = { name: '王小明', phone: '0911-222 333', zipcode: '', address: '' }
  const { answer, saved } = await save('info/trade.md', { values: { ...trade, sender } })
  assert.ok(answer.ok, JSON.stringify(answer))
  assert.match(saved ?? '', /0911-222 333/)
  assert.equal(tradeSchema.parse({ ...trade, sender }).sender.phone, '0911222333')
  assert.ok(!tradeSchema.safeParse({ ...trade, sender: { ...sender, phone: '02-2345' } }).success)
})

test('a new product copies nothing that is of one garment alone, is a draft, and names what it copied', async () => {
  const { repository } = memoryRepository(fixtureFiles())
  const opened = await openFile(repository, NEW_SHIRT, { like: SHIRT })
  assert.ok(opened)
  const { values, copiedFields } = opened
  assert.equal(values.draft, true)
  const own = [
    'facts',
    'motif',
    'tags',
    'image',
    'stock',
    'shared_size_chart',
    'renderings',
    'gtin',
  ]
  for (const name of own) assert.ok(!(name in values), name)
  assert.deepEqual([...copiedFields].toSorted(), [
    'care',
    'category',
    'colors',
    'creator',
    'currency',
    'material',
    'preorder',
    'price',
    'sizes',
  ])
  assert.deepEqual((await openFile(repository, SHIRT))?.copiedFields, [])
})

const ROW = { length: 60, shoulder: 40, chest: 46, sleeve: 18 }
const rowOf = (size: string, from = 150) => {
  return { size, ...ROW, height_from: from, height_to: 160, weight_from: 45, weight_to: 54 }
}
const SIZES_OF_ONE = { sizes: ['S', 'M'], stock_by_size: undefined }
const charts: readonly (readonly [string, Values, string | undefined])[] = [
  ['nobody confirmed', { shared_size_chart: undefined }, '尺寸表二選一'],
  ['the shared one and its own', { size_chart: [rowOf('S'), rowOf('M')] }, '尺寸表二選一'],
  [
    'its own without a size',
    { shared_size_chart: undefined, size_chart: [rowOf('S')] },
    '每個尺寸各寫一列',
  ],
  [
    'its own upside down',
    { shared_size_chart: undefined, size_chart: [rowOf('S', 170), rowOf('M')] },
    '身高與體重由小到大',
  ],
  ['its own', { shared_size_chart: undefined, size_chart: [rowOf('S'), rowOf('M')] }, undefined],
  ['the shared one, said in words', { shared_size_chart: true }, undefined],
]
for (const [what, values, says] of charts) {
  test(`a size chart is what the owner wrote or confirmed: ${what}`, async () => {
    const { answer } = await save(SHIRT, { values: { ...SIZES_OF_ONE, ...values } })
    if (says === undefined) return assert.ok(answer.ok)
    assert.ok(!answer.ok && answer.detail?.includes(says), JSON.stringify(answer))
  })
}

test('yes, no and left out are words with their effect for every flag of a product', () => {
  const flags = fieldsOf(schemaOf({ kind: 'products', name: 'a' })).filter(
    ({ field }) => field.kind === 'flag',
  )
  const plain = flagLabels('no-such-flag')
  for (const { name } of flags) assert.notEqual(flagLabels(name), plain, name)
  assert.ok(flags.length >= 5)
})

test('a changed fee is saved, and taken back while no text contradicts what is left', async () => {
  const { repository, files } = memoryRepository()
  const author = 'lin'
  const edit = async (path: string, values: Values, more = '') => {
    const read = readText(files().get(`content/${path}`) ?? '')
    const version = (await repository.read(`content/${path}`))?.version ?? ''
    const typed = { path, values: { ...read.values, ...values }, body: read.body + more }
    return saveFile(repository, { ...typed, version, author })
  }
  const cheaper = await edit('info/trade.md', { delivery_fee: 60 })
  assert.ok(cheaper.ok)
  const body = '運費是 {delivery_fee}。'
  const { values } = readText(files().get(`content/${ARTICLE}`) ?? '')
  const shown = await previewFile(repository, { path: ARTICLE, values, body })
  assert.ok(shown.ok && shown.data.html.includes('運費是 NT$60。'))
  assert.ok((await edit(ARTICLE, {}, '\n\n未滿則收 NT$60。\n')).ok)
  const undone = await undoSave(repository, { id: cheaper.data.id, author })
  assert.ok(!undone.ok && undone.detail?.includes('寫著 NT$60，但「店的資料與數字」是 NT$80'))
})

test('a text with the name of a limit that is taken away is named', async () => {
  const files = fixtureFiles()
  const about = files.get('content/info/about.md') ?? ''
  files.set('content/info/about.md', `${about}\n滿 {free_delivery_from} 免運費。\n`)
  const answer = await refusal('info/trade.md', { values: { free_delivery_from: '' } }, files)
  assert.ok(answer.detail?.includes('現在沒有免運門檻'), answer.detail)
})
