import assert from 'node:assert/strict'
import { test } from 'node:test'

import { stockMoves } from '#lib/order/apply.ts'
import { orderItemSchema } from '#lib/order/order-item.ts'
import type { Order } from '#lib/order/order.ts'
import { eventsSince } from '#lib/order/since.fixture.ts'
import {
  after,
  afterChange,
  changeIn,
  inStock,
  makeAttempt,
  makeDispute,
  makeOrder,
  makePayment,
  TOTAL,
} from '#lib/payment/orders.fixture.ts'
import { applyReturnAnswer, exchangeLeft } from './answer-return.ts'
import type { ReturnedUnits } from './return-record.ts'
import { returnableUnits } from './return-rules.ts'

const shirt = { id: 'otr-001', title: '旅見', price: 1540, image: '/x.jpg' }
const attempts = [makeAttempt({ state: 'captured', captureId: 'C1' })]
const arrived = makeOrder({
  status: '已完成',
  items: [
    orderItemSchema.parse({ ...shirt, size: 'M', quantity: 2 }),
    orderItemSchema.parse({ ...shirt, size: 'L', quantity: 1, preorder: {} }),
  ],
  payment: makePayment(attempts),
})

const askedFor = (...items: ReturnedUnits[]): Order => {
  const { createdAt: requestedAt } = arrived
  const request = {
    number: 1,
    state: 'requested',
    items,
    reason: '',
    contact: '0912345678',
  } as const
  return {
    ...arrived,
    returns: [{ ...request, requestedAt, changedAt: requestedAt }],
    returnState: 'requested',
  }
}
const toExchange = askedFor({ index: 0, quantity: 1, size: 'L' }, { index: 1, quantity: 1 })

const owner = after(5, 'owner')
const PARCEL = { carrier: ' 黑貓宅急便 ', trackingNumber: '9070-1' }
const stock = inStock(9)
const exchange = (order: Order, restock = true, parcel = PARCEL) =>
  applyReturnAnswer(order, { answer: 'exchanged', restock, parcel, stock }, owner)

test('units in another size are sent for those that came back; the stock counts both, once', () => {
  const order = toExchange
  const sent = afterChange(order, changeIn(exchange(order)))
  assert.equal(sent.returnState, 'exchanged')
  assert.deepEqual(
    [sent.restocked, sent.resent],
    [
      [1, 1],
      [1, 0],
    ],
  )
  const { shippedAt, ...parcel } = sent.returns?.[0]?.parcel ?? {}
  assert.deepEqual(parcel, { carrier: '黑貓宅急便', trackingNumber: '9070-1' })
  assert.equal(shippedAt, owner.now.toISOString())
  assert.deepEqual(stockMoves(order, eventsSince(order, sent)), [
    { id: 'otr-001', stock: 0, preorder: -1, sizes: { M: -1, L: 1 } },
  ])
  assert.deepEqual(exchange(sent), { ok: true, data: undefined })
  const again = { answer: 'exchanged', restock: false, stock } as const
  assert.deepEqual(applyReturnAnswer(sent, again, owner), { ok: true, data: undefined })
  assert.deepEqual(exchangeLeft(sent, 1, PARCEL, owner), [])
  const spoilt = afterChange(order, changeIn(exchange(order, false)))
  assert.deepEqual(stockMoves(order, eventsSince(order, spoilt)), [
    { id: 'otr-001', stock: 1, preorder: 0, sizes: { L: 1 } },
  ])
  assert.deepEqual(returnableUnits(sent), [1, 0])
})

test('the parcel of an exchange can be corrected, and moves no stock then', () => {
  const sent = afterChange(toExchange, changeIn(exchange(toExchange)))
  const other = { carrier: '新竹物流', trackingNumber: '7' }
  const corrected = afterChange(sent, changeIn(exchange(sent, true, other)))
  assert.equal(corrected.returns?.[0]?.parcel?.trackingNumber, '7')
  assert.partialDeepStrictEqual(corrected.history.at(-1)?.data, {
    before: { carrier: '黑貓宅急便', trackingNumber: '9070-1' },
  })
  assert.deepEqual(stockMoves(sent, eventsSince(sent, corrected)), [])
  const none = { carrier: ' ', trackingNumber: '' }
  assert.deepEqual(exchange(sent, true, none), { ok: false, code: 'parcel-incomplete' })
})

const accept = (left: number, oversellReason?: string) => {
  const answered = {
    answer: 'accepted',
    restock: false,
    stock: inStock(left, oversellReason),
  } as const
  return applyReturnAnswer(toExchange, answered, owner)
}

test('an exchange is accepted only where its units can be sent, unless the owner says why', () => {
  const refused = accept(0)
  assert.equal(refused.ok ? '' : refused.code, 'too-few-units')
  assert.equal(accept(0, '再做').ok, true)
  assert.equal(accept(1).ok, true)
  const offers = [{ id: 'otr-001', sizes: ['S', 'M'] as const, stock: 9 }]
  for (const answer of ['accepted', 'exchanged'] as const) {
    const answered = { answer, restock: false, parcel: PARCEL, stock: { taken: new Map(), offers } }
    const code = { ok: false, code: 'size-not-made' }
    assert.deepEqual(applyReturnAnswer(toExchange, answered, owner), code)
  }
})

const UNSENT: readonly (readonly [name: string, order: Order, code: string])[] = [
  ['where the money is wished back', askedFor({ index: 0, quantity: 1 }), 'no-exchange'],
  [
    'of an order that was given back in full',
    { ...toExchange, payment: makePayment(attempts, { refundedAmount: TOTAL }) },
    'fully-refunded',
  ],
  [
    'of an order whose dispute was lost',
    { ...toExchange, payment: makePayment(attempts, { disputes: [makeDispute('lost')] }) },
    'dispute-lost',
  ],
]
for (const [name, order, code] of UNSENT) {
  test(`nothing is sent in exchange ${name}: ${code}`, () => {
    assert.deepEqual(exchange(order), { ok: false, code })
  })
}

test('nothing is sent in exchange without a parcel, nor for a return that ended', () => {
  const none = applyReturnAnswer(toExchange, { answer: 'exchanged', restock: false, stock }, owner)
  assert.deepEqual(none, { ok: false, code: 'parcel-incomplete' })
  const received = applyReturnAnswer(
    toExchange,
    { answer: 'received', restock: false, stock },
    owner,
  )
  const back = afterChange(toExchange, changeIn(received))
  assert.deepEqual(exchange(back), { ok: false, code: 'no-such-answer' })
})
