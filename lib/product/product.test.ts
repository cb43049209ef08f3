import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  withProseDays,
  byState,
  followsSale,
  toldAs,
  unflaggedState,
} from '../content/content-words.ts'
import { dayNotice } from '../mail/mail.ts'
import { productData } from '../seo/structured-data.ts'
import { availability, sizeAvailability, type Availability } from './availability.ts'
import { noteOverride, knownOverrides } from './find-products.ts'
import { makeProduct } from './product.fixture.ts'
import {
  changedOn,
  withOverride,
  factsPromisedBy,
  dayQuestions,
  mailDue,
  gtinProblem,
  type Override,
  shipDayOf,
  asToldAt,
} from './product.ts'

const preorder = makeProduct({ preorder: true, facts_known_by: '2027-01-15' })
const facts = {
  weight: '220 g/m²',
  thickness: '中等',
  sheerness: '不透',
  stretch: '微彈',
  origin: '台灣',
  embroidery: '7 公分',
  label: '2 公分',
  model: '170 公分，穿 M',
  shrinkage: '3 % 以內',
}

const cases: [name: string, product: typeof preorder, says: string | undefined][] = [
  ['of a pre-order', preorder, '2027-01-15'],
  ['no longer a pre-order', { ...preorder, preorder: false }, undefined],
  ['no day', makeProduct({ preorder: true }), undefined],
]

for (const [name, product, says] of cases) {
  test(`the day by which facts are known, ${name}: ${says ?? 'none'}`, () => {
    assert.equal(factsPromisedBy(product), says)
  })
}

test('the promise stands until the owner says that the facts are published', () => {
  assert.equal(factsPromisedBy({ ...preorder, facts }), '2027-01-15')
  const changedAt = '2027-01-10T00:00:00.000Z'
  const published = { factsPublishedOf: '2027-01-15', changedAt }
  assert.equal(factsPromisedBy(withOverride({ ...preorder, facts }, published)), undefined)
  const moved = { factsBy: '2027-02-15', changedAt }
  assert.equal(factsPromisedBy(withOverride(preorder, moved)), '2027-02-15')
})

const shirt = makeProduct({
  preorder: true,
  preorder_deadline: '2027-02-28',
  estimated_ship_date: '2027-03-31',
  facts_known_by: '2027-01-15',
})
const at = (time: string) => new Date(`${time}+08:00`)
const about = (what: string, now: Date) =>
  dayQuestions(shirt, now).find((question) => question.about === what)

const mails: [string, string, string, number | undefined][] = [
  ['deadline', '15 days before', '2027-02-13T23:59:59', undefined],
  ['deadline', '14 days before', '2027-02-14T00:00:00', 14],
  ['deadline', '2 days before', '2027-02-26T12:00:00', 14],
  ['deadline', '1 day before', '2027-02-27T00:00:00', 1],
  ['deadline', 'on the day', '2027-02-28T00:00:00', 0],
  ['shipping', '1 day before', '2027-03-30T12:00:00', 1],
  ['shipping', 'weeks after', '2027-04-20T12:00:00', 0],
  ['facts', '14 days before', '2027-01-01T00:00:00', 14],
  ['facts', '3 days before', '2027-01-12T08:00:00', 3],
  ['facts', 'after a missed day', '2027-01-16T00:00:00', 0],
]

for (const [what, when, time, due] of mails) {
  test(`${when} the ${what} mail is that of ${due ?? 'no'} days before`, () => {
    const question = about(what, at(time))
    assert.equal(question && mailDue(question, at(time)), due)
  })
}

test('each time of each day has one mail, and a moved day has its own', () => {
  const now = at('2027-02-28T00:00:00')
  const question = about('deadline', now)
  assert.ok(question)
  const ids = [
    dayNotice(question, 14).id,
    dayNotice(question, 1).id,
    dayNotice({ ...question, day: '2027-03-15' }, 1).id,
  ]
  assert.equal(new Set(ids).size, 3)
  assert.equal(dayNotice(question, 1).id, ids[1])
})

test('nothing is asked about the last day of what has no pieces once it has passed', () => {
  const sold = { ...shirt, stock: 0 }
  const now = at('2027-03-01T00:00:00')
  assert.deepEqual(
    dayQuestions(sold, now).map((question) => question.about),
    ['facts'],
  )
})

const casesGtin: readonly [gtin: string, problem: RegExp | undefined][] = [
  ['04712345678900', undefined],
  ['00012345600012', undefined],
  ['04712345678904', /最後一位應該是 0/],
  ['4712345678900', /14 位數字/],
  ['0471234567890X', /14 位數字/],
  ['', /14 位數字/],
]

for (const [gtin, problem] of casesGtin) {
  test(`GTIN "${gtin}" is ${problem ? 'refused' : 'taken'}`, () => {
    if (problem) assert.match(gtinProblem(gtin) ?? '', problem)
    else assert.equal(gtinProblem(gtin), undefined)
  })
}

const changedAt = '2026-11-23T02:00:00.000Z'
const now = new Date('2026-11-23T02:00:00Z')
const early = makeProduct({
  preorder: true,
  estimated_ship_date: '2027-03-31',
  stock: 0,
  html: '<p>預計 {estimated_ship_date}前後出貨</p>',
})

test('a changed day is on the product and in its structured data', () => {
  const product = withProseDays(withOverride(early, { shipsAbout: '2027-04-20', changedAt }))
  assert.equal(product.estimated_ship_date, '2027-04-20')
  assert.equal(product.html, '<p>預計 2027年4月20日前後出貨</p>')
  const [offer] = productData(product, now).hasVariant
    ? [JSON.stringify(productData(product, now))]
    : []
  assert.match(offer ?? '', /"availabilityStarts":"2027-04-20T00:00:00\+08:00"/)
  assert.doesNotMatch(offer ?? '', /2027-03-31/)
})

const changes: [string, Parameters<typeof makeProduct>[0], string][] = [
  ['its file was never changed', { date: '2026-01-01' }, '2026-11-23'],
  ['its file was changed before', { date: '2026-01-01', updated: '2026-02-01' }, '2026-11-23'],
  ['its file was changed since', { date: '2026-01-01', updated: '2026-12-01' }, '2026-12-01'],
]

for (const [what, fields, day] of changes) {
  test(`search engines hear of the last change of a product: ${what}`, () => {
    const written = makeProduct(fields)
    assert.equal(changedOn(written), fields?.updated ?? '2026-01-01')
    // 2026-11-22 in UTC is the day after in Taipei.
    const override = { stock: 3, changedAt: '2026-11-22T17:00:00.000Z' }
    assert.equal(changedOn(withOverride(written, override)), day)
  })
}

const offers: [string, Partial<Override>, string, string][] = [
  ['nothing', {}, 'in-stock', 'in-stock'],
  ['no pieces', { stock: 0 }, 'sold-out', 'sold-out'],
  ['pieces of S alone', { stock: 2, stock_by_size: { S: 2 } }, 'in-stock', 'sold-out'],
  ['off sale', { isOffSale: true, stock: 9 }, 'sold-out', 'sold-out'],
]

for (const [what, override, ofProduct, ofM] of offers) {
  test(`an override with ${what} decides whether the product and its size M can be bought`, () => {
    const product = withOverride(makeProduct(), { ...override, changedAt })
    assert.equal(availability(product, now), ofProduct)
    assert.equal(sizeAvailability(product, 'M', now), ofM)
  })
}

test('a pre-order that is off sale is sold out', () => {
  assert.equal(availability(withOverride(early, { isOffSale: true, changedAt }), now), 'sold-out')
})

test('an older override never replaces a newer one, in whatever order they are read', () => {
  const newer = { shipsAbout: '2027-05-01', changedAt: '2026-11-23T02:00:01.000Z' }
  assert.equal(noteOverride('one', newer), true)
  assert.equal(noteOverride('one', { shipsAbout: '2027-04-20', changedAt }), false)
  assert.equal(noteOverride('one', newer), false)
  assert.equal(knownOverrides().get('one'), newer)
})

const days: [string, string | undefined, Partial<Override>, string | undefined][] = [
  ['of the file', '2027-03-31', {}, '2027-03-31'],
  ['that the owner moved', '2027-03-31', { shipsAbout: '2027-04-20' }, '2027-04-20'],
  [
    'of goods that are here',
    '2027-03-31',
    { shipsAbout: '2027-03-31', arrivedOf: '2027-03-31' },
    undefined,
  ],
  [
    'moved again after they came',
    '2027-03-31',
    { shipsAbout: '2027-05-01', arrivedOf: '2027-03-31' },
    '2027-05-01',
  ],
  [
    'of the next edition in the file',
    '2027-09-30',
    { shipsAbout: '2027-03-31', arrivedOf: '2027-03-31' },
    '2027-09-30',
  ],
  ['that the file took out', undefined, { shipsAbout: '2027-04-20' }, undefined],
]

for (const [what, written, override, day] of days) {
  test(`the shipping day ${what} is ${day ?? 'none'}`, () => {
    assert.equal(shipDayOf(written, override), day)
  })
}

test('goods that are here are no pre-order, whatever their file says', () => {
  const here = { shipsAbout: '2027-03-31', arrivedOf: '2027-03-31', stock: 3, changedAt }
  assert.equal(availability(withOverride(early, here), now), 'in-stock')
  assert.equal(availability(withOverride(early, { ...here, stock: 0 }), now), 'sold-out')
})

const moved = { preorderUntil: '2027-03-15', changedAt }
const until = (written: string) =>
  withOverride({ ...early, preorder_deadline: written }, moved).preorder_deadline

test('a moved last day holds until the file names a later one', () => {
  assert.equal(until('2027-02-28'), '2027-03-15')
  assert.equal(until('2027-08-31'), '2027-08-31')
})

const text = '一件。\n\n{preorder|## 關於預購\n\n先訂。}{sold_out|## 目前已售完}{in_stock|現貨。}'

const tellings: [Availability, string][] = [
  ['preorder', '一件。\n\n## 關於預購\n\n先訂。'],
  ['sold-out', '一件。\n\n## 目前已售完'],
  ['in-stock', '一件。\n\n現貨。'],
]

for (const [state, told] of tellings) {
  test(`a text told while the product is ${state} has the words of that state alone`, () => {
    assert.equal(toldAs(text, state), told)
    assert.equal(followsSale(text), true)
    assert.equal(followsSale(told), false)
  })
}

const found: [string, string | undefined][] = [
  ['目前沒有存貨。', '存貨'],
  ['這一件已售完，{preorder|預購中}', '已售完'],
  ['{in_stock|現貨}與{sold_out|已售完，沒有存貨}', undefined],
  ['白色 T 恤', undefined],
]

for (const [words, state] of found) {
  test(`「${words}」 says ${state ?? 'nothing'} outside of a flag`, () => {
    assert.equal(unflaggedState(words), state)
  })
}

const story = (words: string) => ({ markdown: words, html: `<p>${words}</p>` })
const shirtTold = makeProduct({
  preorder: true,
  preorder_deadline: '2027-02-28',
  estimated_ship_date: '2027-03-31',
  stock: 0,
  told: byState((state) => story(`${state}：{estimated_ship_date}`)),
})
const lastMoment = new Date('2027-02-28T15:59:59Z')
const dayAfter = new Date('2027-02-28T16:00:00Z')
const changedAtTold = '2027-01-01T00:00:00.000Z'

test("a product's text follows its deadline, the owner's pieces and the owner's day", () => {
  const told = (product: typeof shirtTold, now: Date) => asToldAt(withProseDays(product), now).html
  assert.equal(told(shirtTold, lastMoment), '<p>preorder：2027年3月31日</p>')
  assert.equal(told(shirtTold, dayAfter), '<p>sold-out：2027年3月31日</p>')
  const counted = withOverride(shirtTold, { stock: 3, changedAt: changedAtTold })
  assert.equal(told(counted, dayAfter), '<p>back-order：2027年3月31日</p>')
  const later = withOverride(shirtTold, { shipsAbout: '2027-04-20', changedAt: changedAtTold })
  assert.equal(told(later, lastMoment), '<p>preorder：2027年4月20日</p>')
})

test('a day of the product may stand in a text that follows its sale', () => {
  const words = '{preorder|約 {estimated_ship_date} 出貨}{sold_out|已售完}'
  assert.equal(toldAs(words, 'preorder'), '約 {estimated_ship_date} 出貨')
  assert.equal(toldAs(words, 'sold-out'), '已售完')
})
