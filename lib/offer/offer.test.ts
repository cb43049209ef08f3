import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'

import {
  type Offer,
  offerFault,
  offerFrontMatterSchema,
  offerTerms,
  readOffers,
  runsAt,
} from './offer.ts'

const catalogue = [
  { id: 'a', title: '晴天', creator: 'studio', price: 500 },
  { id: 'b', title: '旅見', creator: 'lin', price: 700 },
  { id: 'c', title: '靜意', creator: 'lin', price: 300 },
  { id: 'd', title: '獨行', creator: 'lin', price: 300 },
]

const shop = { catalogue, now: new Date('2027-01-01T00:00:00.000Z') }

const makeOffer = (fields: Partial<Offer> = {}): Offer => ({
  name: 'two',
  title: '兩件一起',
  gives: 'bundle',
  amount: 900,
  units: 2,
  ...fields,
})
const PER_CENT = { gives: 'percent', amount: 10, units: undefined } as const
const DELIVERY = { gives: 'free-delivery', amount: undefined, units: undefined } as const

const nonsense: readonly [string, Partial<Offer>, string | undefined][] = [
  ['a bundle of two', {}, undefined],
  ['a bundle of one', { units: 1 }, 'units'],
  ['a bundle without its units', { units: undefined }, 'units'],
  ['a bundle from a threshold', { minimum: 1000 }, 'minimum'],
  ['a bundle without its price', { amount: undefined }, 'amount'],
  ['90 per cent', { ...PER_CENT, amount: 90 }, undefined],
  ['91 per cent', { ...PER_CENT, amount: 91 }, 'amount'],
  ['half a per cent', { ...PER_CENT, amount: 0.5 }, 'amount'],
  ['nothing off', { ...PER_CENT, amount: 0 }, 'amount'],
  ['an amount below its threshold', { gives: 'amount', minimum: 901 }, undefined],
  ['an amount as large as its threshold', { gives: 'amount', minimum: 900 }, 'minimum'],
  ['an amount without a threshold', { gives: 'amount' }, 'minimum'],
  ['free delivery', DELIVERY, undefined],
  ['free delivery of an amount', { ...DELIVERY, amount: 80 }, 'amount'],
  ['one day', { starts: '2027-01-02', ends: '2027-01-02' }, undefined],
  ['an end before its beginning', { starts: '2027-01-02', ends: '2027-01-01' }, 'ends'],
  ['a day that there is not', { ends: '2027-02-29' }, 'ends'],
  ['a title of 31 characters', { title: '件'.repeat(31) }, 'title'],
]

for (const [what, fields, field] of nonsense) {
  test(`content with ${what} is ${field ? `refused by its ${field}` : 'taken'}`, () => {
    const { name: _name, ...written } = makeOffer(fields)
    const { error } = offerFrontMatterSchema.safeParse(written)
    assert.deepEqual([...new Set(error?.issues.map(({ path }) => path[0]))], field ? [field] : [])
    for (const { message } of error?.issues ?? []) assert.match(message, /\p{Script=Han}/u)
  })
}

const beside: readonly [string, Partial<Offer>, Partial<Offer>, string | undefined][] = [
  ['the same goods on the same days', {}, {}, 'starts'],
  ['other goods', { products: ['a'] }, { products: ['b'] }, undefined],
  ['goods of a creator among them', { products: ['c'] }, { creators: ['lin'] }, 'starts'],
  ['goods of all', { products: ['c'] }, {}, 'starts'],
  ['the day after its last', { starts: '2027-01-03' }, { ends: '2027-01-02' }, undefined],
  ['its last day', { starts: '2027-01-02' }, { ends: '2027-01-02' }, 'starts'],
  ['the day before its first', { ends: '2027-01-01' }, { starts: '2027-01-02' }, undefined],
  ['its first day', { ends: '2027-01-02' }, { starts: '2027-01-02' }, 'starts'],
  ['free delivery', {}, DELIVERY, undefined],
  ['paused', {}, { paused: true }, undefined],
  ['over', {}, { ends: '2026-12-31' }, undefined],
  ['that ends today', {}, { ends: '2027-01-01' }, 'starts'],
]

for (const [what, own, other, field] of beside) {
  test(`an offer beside one of ${what} is ${field ? 'refused' : 'taken'}`, () => {
    const others = [makeOffer({ name: 'other', title: '另一個', ...other })]
    const fault = offerFault(makeOffer({ amount: 500, ...own }), others, shop)
    assert.equal(fault?.field, field)
    if (fault) assert.match(fault.reason, /和「另一個」（other）的日子重疊，都有「.+」/)
  })
}

const faults: readonly [string, Partial<Offer>, object][] = [
  [
    'a product that is not there',
    { products: ['a', 'z'] },
    { field: 'products.1', reason: '沒有 z 這件商品' },
  ],
  [
    'a creator without goods',
    { creators: ['z'] },
    { field: 'creators.0', reason: '沒有 z 的商品' },
  ],
  [
    'a bundle that is no cheaper than its dearest units',
    { amount: 1000, products: ['a', 'c'] },
    { field: 'amount', reason: '不比單買便宜（2 件最貴是 1000 元）' },
  ],
]

for (const [what, fields, fault] of faults) {
  test(`an offer of ${what} is refused`, () => {
    assert.deepEqual(offerFault(makeOffer(fields), [], shop), fault)
  })
}

test('an offer is named in lower case, so that its name is an address', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'offers-'))
  const content = path.relative('.', folder)
  await mkdir(path.join(content, 'offers'))
  const file = '---\ntitle: 兩件一起\ngives: bundle\namount: 500\nunits: 2\n---\n'
  await writeFile(path.join(content, 'offers', 'two.md'), file)
  const read = () => readOffers(content, catalogue, shop.now)
  assert.deepEqual(await read(), [makeOffer({ amount: 500 })])
  await writeFile(path.join(content, 'offers', 'Zwei.md'), file)
  await assert.rejects(read(), /檔名/)
  await rm(folder, { recursive: true })
})

test('an offer that is over or paused may name goods that are gone, and a title of now', () => {
  const now = makeOffer({ name: 'now', products: ['a'], amount: 500 })
  for (const fields of [{ ends: '2026-12-31' }, { paused: true }]) {
    assert.equal(offerFault(makeOffer({ products: ['z'], ...fields }), [now], shop), undefined)
    const old = makeOffer({ name: 'old', products: ['z'], ...fields })
    assert.equal(offerFault(now, [old], shop), undefined)
  }
})

test('two offers of one title are refused, and two of free delivery on one day', () => {
  const other = makeOffer({ name: 'other', products: ['a'] })
  const twice = offerFault(makeOffer({ products: ['b'] }), [other], shop)
  assert.deepEqual(twice, { field: 'title', reason: '和 other 的名稱一樣' })
  const free = makeOffer({ ...DELIVERY, name: 'free', title: '免運' })
  const fault = offerFault(makeOffer({ ...DELIVERY }), [free], shop)
  assert.match(
    fault?.reason ?? '',
    /和「免運」（free）的日子重疊：同一件商品一天只能有一個免運優惠/,
  )
  assert.equal(offerFault(makeOffer({ amount: 999, products: ['a'] }), [], shop), undefined)
})

test('an offer runs from its first day to its last, both in Taipei, and not while it is paused', () => {
  const offer = makeOffer({ starts: '2027-01-02', ends: '2027-01-03' })
  const at = (time: string) => runsAt(offer, new Date(time))
  assert.deepEqual(
    [
      at('2027-01-01T15:59:59.999Z'),
      at('2027-01-01T16:00:00.000Z'),
      at('2027-01-03T15:59:59.999Z'),
      at('2027-01-03T16:00:00.000Z'),
    ],
    [false, true, true, false],
  )
  const now = new Date('2027-01-02T00:00:00.000Z')
  assert.equal(runsAt(makeOffer(), now), true)
  assert.equal(runsAt(makeOffer({ paused: true }), now), false)
})

test('an offer names its goods: those chosen and those of its creators, all without either', () => {
  const all = offerTerms(makeOffer(), catalogue)
  assert.deepEqual([all.products, all.goods, all.minimum], [undefined, '', 0])
  const one = offerTerms(makeOffer({ products: ['a'], ends: '2027-01-03' }), catalogue)
  assert.deepEqual([one.products, one.goods, one.ends], [['a'], '「晴天」', '2027-01-03'])
  const some = offerTerms(makeOffer({ creators: ['lin'] }), catalogue)
  assert.deepEqual([some.products, some.goods], [['b', 'c', 'd'], '「旅見」「靜意」「獨行」'])
  assert.equal(offerFault(makeOffer({ creators: ['lin'], amount: 500 }), [], shop), undefined)
  const many = offerTerms(makeOffer({ products: ['a'], creators: ['lin'] }), catalogue)
  assert.deepEqual([many.products?.length, many.goods], [4, '指定商品'])
})
