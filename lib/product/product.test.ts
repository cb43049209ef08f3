import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  byState,
  followsSale,
  statedAs,
  unflaggedState,
  withProseDays,
} from '#lib/content/content-flags.ts'
import type { Availability } from './availability.ts'
import { withOverride } from './override.ts'
import { changedAt, makeProduct } from './product.fixture.ts'
import { asShownAt, changedOn, factsPromisedBy, lastChanged } from './product.ts'
import { knownOverrides, noteOverride } from './watch-overrides.ts'

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

const passing: readonly (readonly [what: string, now: string, day: string])[] = [
  ['before its sale', '2027-01-31T15:59:00Z', '2026-01-01'],
  ['on the first day of its sale', '2027-01-31T16:00:00Z', '2027-02-01'],
  ['on the last day of its sale', '2027-02-10T15:59:00Z', '2027-02-01'],
  ['after its sale', '2027-02-10T16:00:00Z', '2027-02-11'],
  ['after the day of its facts', '2027-02-20T16:00:00Z', '2027-02-21'],
  ['after its pre-order', '2027-02-28T16:00:00Z', '2027-03-01'],
  ['after its shipping day', '2027-03-31T16:00:00Z', '2027-04-01'],
]
for (const [what, now, day] of passing) {
  test(`search engines hear that a day of a product has passed: ${what}`, () => {
    const product = makeProduct({
      date: '2026-01-01',
      preorder: true,
      preorder_deadline: '2027-02-28',
      estimated_ship_date: '2027-03-31',
      facts_known_by: '2027-02-20',
      sale_price: 1000,
      sale_start: '2027-02-01',
      sale_end: '2027-02-10',
    })
    assert.equal(lastChanged(product, new Date(now)), day)
  })
}

test('an older override never replaces a newer one, in whatever order they are read', () => {
  const newer = { shipsAbout: '2027-05-01', changedAt: '2026-11-23T02:00:01.000Z' }
  assert.equal(noteOverride('one', newer), true)
  assert.equal(noteOverride('one', { shipsAbout: '2027-04-20', changedAt }), false)
  assert.equal(noteOverride('one', newer), false)
  assert.equal(knownOverrides().get('one'), newer)
})

const text = '一件。\n\n{preorder|## 關於預購\n\n先訂。}{sold_out|## 目前已售完}{in_stock|現貨。}'

const tellings: [Availability, string][] = [
  ['preorder', '一件。\n\n## 關於預購\n\n先訂。'],
  ['sold-out', '一件。\n\n## 目前已售完'],
  ['in-stock', '一件。\n\n現貨。'],
]

for (const [state, told] of tellings) {
  test(`a text told while the product is ${state} has the words of that state alone`, () => {
    assert.equal(statedAs(text, state), told)
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

const story = (label: string) => ({ markdown: label, html: `<p>${label}</p>` })
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

test("a product's text follows its deadline, the owner's units and the owner's day", () => {
  const told = (product: typeof shirtTold, now: Date) => asShownAt(withProseDays(product), now).html
  assert.equal(told(shirtTold, lastMoment), '<p>preorder：2027年3月31日</p>')
  assert.equal(told(shirtTold, dayAfter), '<p>sold-out：2027年3月31日</p>')
  const counted = withOverride(shirtTold, { stock: 3, changedAt: changedAtTold })
  assert.equal(told(counted, dayAfter), '<p>back-order：2027年3月31日</p>')
  const later = withOverride(shirtTold, { shipsAbout: '2027-04-20', changedAt: changedAtTold })
  assert.equal(told(later, lastMoment), '<p>preorder：2027年4月20日</p>')
})

test('a day of the product may stand in a text that follows its sale', () => {
  const label = '{preorder|約 {estimated_ship_date} 出貨}{sold_out|已售完}'
  assert.equal(statedAs(label, 'preorder'), '約 {estimated_ship_date} 出貨')
  assert.equal(statedAs(label, 'sold-out'), '已售完')
})
