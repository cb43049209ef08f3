import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Availability } from './availability.ts'
import { withOverride, asToldAt } from './product.ts'
import { withProseDays, byState, followsSale, toldAs, unflaggedState } from './told.ts'
import { makeProduct } from './product.fixture.ts'

const text = '一件。\n\n{preorder|## 關於預購\n\n先訂。}{sold_out|## 目前已售完}{in_stock|現貨。}'

const tellings: [Availability, string][] = [
  ['preorder', '一件。\n\n## 關於預購\n\n先訂。'],
  ['sold-out', '一件。\n\n## 目前已售完'],
  ['in-stock', '一件。\n\n現貨。'],
]

for (const [state, told] of tellings) {
  test(`a text told while the product is ${state} has the words of that state alone (rule 974)`, () => {
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
  test(`「${words}」 says ${state ?? 'nothing'} outside of a flag (rule 974)`, () => {
    assert.equal(unflaggedState(words), state)
  })
}

const story = (words: string) => ({ markdown: words, html: `<p>${words}</p>` })
const shirt = makeProduct({
  preorder: true,
  preorder_deadline: '2027-02-28',
  estimated_ship_date: '2027-03-31',
  stock: 0,
  told: byState((state) => story(`${state}：{estimated_ship_date}`)),
})
const lastMoment = new Date('2027-02-28T15:59:59Z')
const dayAfter = new Date('2027-02-28T16:00:00Z')
const changedAt = '2027-01-01T00:00:00.000Z'

test("a product's text follows its deadline, the owner's pieces and the owner's day (rules 776, 974)", () => {
  const told = (product: typeof shirt, now: Date) => asToldAt(withProseDays(product), now).html
  assert.equal(told(shirt, lastMoment), '<p>preorder：2027年3月31日</p>')
  assert.equal(told(shirt, dayAfter), '<p>sold-out：2027年3月31日</p>')
  const counted = withOverride(shirt, { stock: 3, changedAt })
  assert.equal(told(counted, dayAfter), '<p>back-order：2027年3月31日</p>')
  const later = withOverride(shirt, { shipsAbout: '2027-04-20', changedAt })
  assert.equal(told(later, lastMoment), '<p>preorder：2027年4月20日</p>')
})

test('a day of the product may stand in a text that follows its sale (rule 974)', () => {
  const words = '{preorder|約 {estimated_ship_date} 出貨}{sold_out|已售完}'
  assert.equal(toldAs(words, 'preorder'), '約 {estimated_ship_date} 出貨')
  assert.equal(toldAs(words, 'sold-out'), '已售完')
})
