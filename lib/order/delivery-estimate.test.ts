import assert from 'node:assert/strict'
import { test } from 'node:test'

import { mailsOf } from '#lib/mail/order-mails.ts'
import { orderSchema } from './apply.ts'
import { moveFactsDay, publishFacts } from './cancel-right.ts'
import { applyGiven, owner, paid, published } from './delivery-estimate.fixture.ts'
import {
  linePromise,
  orderPromise,
  preorderPromise,
  type PromiseFields,
  shipsWhen,
} from './delivery-estimate.ts'
import { fold } from './fold.fixture.ts'
import { by, draft, item, makeContext } from './placement.fixture.ts'
import { place } from './placement.ts'

const now = new Date('2027-01-31T04:00:00Z')
const march: PromiseFields = { preorder: { shipsAbout: '2027-03-31' } }
const may: PromiseFields = { preorder: { shipsAbout: '2027-05-05' } }
const someday: PromiseFields = { preorder: {} }
const stock: PromiseFields = {}
const back: PromiseFields = { preorder: { shipsAbout: '2027-03-31', fromStock: true } }

const lines: [string, PromiseFields, readonly PromiseFields[], string][] = [
  ['a pre-order', march, [march], '預購・預計 2027年3月31日前後出貨'],
  ['a pre-order without a day', someday, [someday], '預購'],
  ['a back-order', back, [back], '預計 2027年3月31日前後出貨'],
  ['what is in stock', stock, [stock], '現貨・約 1–3 個工作天出貨'],
  ['what is in stock beside a pre-order', stock, [march, stock], '現貨・與預購商品一起出貨'],
]

for (const [name, line, all, words] of lines) {
  test(`${name} says ${words}`, () => assert.equal(linePromise(line, all, now), words))
}

test('goods in stock promise no day of a pre-order', () => {
  assert.equal(preorderPromise(stock, now), undefined)
})

test('an order ships when the last of its pre-orders does', () => {
  assert.equal(orderPromise([march, stock, may], now), '整筆訂單預計 2027年5月5日前後一起出貨')
  assert.equal(shipsWhen([may, march], now), '預計 2027年5月5日前後出貨')
})

test('an order without a pre-order names the days of handling', () => {
  assert.equal(orderPromise([stock], now), undefined)
  assert.equal(shipsWhen([stock], now), '約 1–3 個工作天出貨')
})

test('a day that passed unanswered is promised nowhere', () => {
  const late = new Date('2027-03-31T16:00:00Z')
  assert.equal(
    linePromise(march, [march], late),
    '預購・原訂 2027年3月31日前後出貨，新的日期確認中',
  )
  assert.equal(shipsWhen([march], late), '原訂 2027年3月31日前後出貨，新的日期確認中')
  assert.match(orderPromise([march], late) ?? '', /原訂.*新的日期確認中/u)
  assert.equal(shipsWhen([march, may], late), '原訂 2027年5月5日前後出貨，新的日期確認中')
})

test('an order copies the day promised and the deadline when it is placed; all known, it has none', () => {
  const products = by.products.map((product) =>
    product.id === 'b' ? { ...product, facts_known_by: '2027-01-15' } : product,
  )
  const request = { ...draft, items: [item(1, { id: 'b', preorder: {} })] }
  const right = { product: 'b', title: '晴天', factsBy: '2027-01-15', until: '2027-01-22' }
  const placedBy = (override: object | undefined) => {
    const taken = new Map([
      [
        'b',
        {
          stock: 0,
          preorder: 0,
          ...(override && { override: { ...override, changedAt: '2026-12-01T00:00:00.000Z' } }),
        },
      ],
    ])
    const answer = place(request, { ...by, products })(makeContext({ taken }))
    assert.ok(!('ok' in answer))
    return answer.order.cancelRights
  }
  assert.deepEqual(placedBy(undefined), [right])
  assert.deepEqual(placedBy({ factsBy: '2027-02-01' }), [
    { ...right, factsBy: '2027-02-01', until: '2027-02-08' },
  ])
  assert.equal(placedBy({ factsPublishedOf: '2027-01-15' }), undefined)
})

test('every buyer is notified once when facts are published or their day moves', () => {
  const mails = mailsOf(paid, published)
  assert.deepEqual(
    mails.map(({ kind }) => kind),
    mails.map(() => 'facts-published'),
  )
  assert.ok(mails.length > 0)
  assert.equal(
    publishFacts(published, { product: 'b', on: '2027-01-11' }, owner('2027-01-11T12:00:00')),
    undefined,
  )
  const to = { product: 'b', by: '2027-02-15' }
  const moved = applyGiven(paid, moveFactsDay(paid, to, owner('2027-01-12T12:00:00', '重新打樣')))
  assert.match(mailsOf(paid, moved)[0]?.values.date_reason ?? '', /重新打樣/u)
  assert.deepEqual(moved.cancelRights?.[0]?.until, '2027-02-22')
  assert.equal(moveFactsDay(moved, to, owner('2027-01-12T12:00:00', '重新打樣')), undefined)
})

test('the history of an order with a right rebuilds it', () => {
  const stored = orderSchema.parse(JSON.parse(JSON.stringify(published)))
  const made = fold(stored)
  assert.deepEqual(made?.cancelRights, stored.cancelRights)
})
