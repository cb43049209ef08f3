import assert from 'node:assert/strict'
import { test } from 'node:test'

import { mailsOf, orderValues } from '../mail/outbox-store.ts'
import { makeProduct } from '../product/product.fixture.ts'
import { orderSchema, applyChange, applyEvents } from './apply.ts'
import { newEvent } from './events.ts'
import { fold } from './fold.fixture.ts'
import { moneyProblem } from './fulfilment.ts'
import {
  cancelRightsOf,
  moveFactsDay,
  publishFacts,
  requestCancellation,
  withdrawCancellation,
  type Order,
  type OrderChange,
} from './order.ts'
import { makePayment } from './payment/orders.fixture.ts'
import { by, draft, item, makeContext } from './placement.fixture.ts'
import { newOrder, place } from './placement.ts'
import {
  linePromise,
  orderPromise,
  preorderPromise,
  type PromiseFields,
  shipsWhen,
  canAskToCancel,
  isCancelAsked,
  orderCancelRight,
} from './promises.ts'
import { orderIndex } from './view.ts'

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

const at = (time: string) => new Date(`${time}+08:00`)
const owner = (time: string, reason?: string) =>
  ({ now: at(time), by: 'owner', ...(reason === undefined ? {} : { reason }) }) as const
const member = (time: string) => ({ now: at(time), by: 'member' }) as const

const shirt = makeProduct({
  id: 'b',
  title: '旅見',
  preorder: true,
  estimated_ship_date: '2027-03-31',
  facts_known_by: '2027-01-15',
})
const begins = newOrder({
  ...draft,
  items: [item(1, { id: 'b', preorder: { shipsAbout: '2027-03-31' } })],
  cancelRights: [...cancelRightsOf([{ id: 'b' }], [shirt])],
  orderNumber: 'Order2026112210000001',
})
const placed = applyEvents(begins.draft, begins.events)
const paid: Order = applyChange(placed, {
  events: [newEvent('order.paid', {}, owner('2026-12-01T10:00:00'))],
})

function applyGiven(order: Order, change: OrderChange | undefined): Order {
  assert.ok(change)
  return applyChange(order, change)
}

const published = applyGiven(
  paid,
  publishFacts(paid, { product: 'b', on: '2027-01-10' }, owner('2027-01-10T12:00:00')),
)

const sentences: [string, Order, string, RegExp | undefined][] = [
  [
    'before the day',
    paid,
    '2027-01-15T23:59:59',
    /2027年1月15日前公布.*最晚 2027年1月22日.*全額退款/u,
  ],
  [
    'after a missed day',
    paid,
    '2027-01-16T00:00:00',
    /原訂 2027年1月15日前公布，我們遲了.*全額退款/u,
  ],
  ['half a year after a missed day', paid, '2027-07-16T00:00:00', /遲了/u],
  [
    'after the publication',
    published,
    '2027-01-17T23:59:59',
    /已在 2027年1月10日公布；到 2027年1月17日/u,
  ],
  ['seven days after it', published, '2027-01-18T00:00:00', undefined],
]

for (const [when, order, time, says] of sentences) {
  test(`the order says its right to cancel ${when}, and its button and mail follow`, () => {
    const now = at(time)
    const words = orderCancelRight(order, now)
    if (says) assert.match(words ?? '', says)
    else assert.equal(words, undefined)
    assert.equal(canAskToCancel(order, now), says !== undefined)
    const asked = requestCancellation(order, member(time))
    assert.equal(asked.ok, says !== undefined)
    // The hours of a change don't contradict the right.
    const values = orderValues(order, now)
    assert.equal(values.cancel_right, words ?? '')
    assert.equal(values.changeable?.includes('取消'), says === undefined)
  })
}

test('a right is said until the order has left or its money is back, and used once it is paid', () => {
  const day = at('2027-01-12T12:00:00')
  const { cancelRights } = paid
  const stands = (order: Order) => [
    orderCancelRight(order, day) !== undefined,
    canAskToCancel(order, day),
  ]
  const refunded = { ...makePayment([]), state: 'refunded' } as const
  const shipment = { carrier: '黑貓', trackingNumber: '1', shippedAt: day.toISOString() }
  assert.deepEqual(stands(paid), [true, true])
  assert.deepEqual(stands({ ...paid, shipment }), [true, false])
  assert.deepEqual(stands(placed), [true, false])
  assert.deepEqual(stands({ ...paid, status: '已出貨' }), [false, false])
  assert.deepEqual(stands({ ...paid, payment: refunded }), [false, false])
  const later = cancelRights?.map((right) => ({ ...right, factsBy: '2027-03-01' })) ?? []
  const both = { ...paid, cancelRights: [...(cancelRights ?? []), ...later] }
  assert.match(orderCancelRight(both, at('2027-02-01T12:00:00')) ?? '', /遲了/u)
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

test('every buyer is told once when facts are published or their day moves', () => {
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

test('a request tells buyer and owner, stops the parcel, and ends by a refund or a withdrawal', () => {
  const answer = requestCancellation(paid, member('2027-01-02T12:00:00'))
  assert.ok(answer.ok && answer.data)
  const asked = applyChange(paid, answer.data)
  assert.deepEqual(
    new Set(mailsOf(paid, asked).map(({ kind }) => kind)),
    new Set(['cancel-requested', 'owner-cancel']),
  )
  assert.equal(moneyProblem(asked), 'cancel-asked')
  assert.ok(orderIndex(asked).needs.includes('cancel'))
  assert.deepEqual(requestCancellation(asked, member('2027-01-02T12:01:00')), {
    ok: true,
    data: undefined,
  })
  assert.equal(withdrawCancellation(asked, owner('2027-01-03T12:00:00')).ok, false)
  const kept = withdrawCancellation(asked, owner('2027-01-03T12:00:00', '來信說要保留'))
  assert.ok(kept.ok && kept.data)
  assert.equal(isCancelAsked(applyChange(asked, kept.data)), false)
})

test('the history of an order with a right rebuilds it', () => {
  const stored = orderSchema.parse(JSON.parse(JSON.stringify(published)))
  const made = fold(stored)
  assert.deepEqual(made?.cancelRights, stored.cancelRights)
})
