import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  after,
  changed,
  changeIn,
  makeAttempt,
  makeOrder,
  makePayment,
  TOTAL,
} from '../payment/orders.fixture.ts'
import { type Order, orderItemSchema } from './order.ts'
import { type ReturnAnswer, returnAnswered } from './return-answer.ts'
import { returnablePieces, type ReturnAsked, returnAsked, returnDeadline } from './returns.ts'
import { stockMoves } from './stock.ts'

const item = (size: string, quantity: number, preorder = false) =>
  orderItemSchema.parse({
    id: 'otr-001',
    title: '旅見',
    size,
    quantity,
    price: 1540,
    image: '/x.jpg',
    ...(preorder ? { preorder: {} } : {}),
  })

const DAY = 24 * 60
const arrived = makeOrder({
  status: '已完成',
  completedAt: '2026-11-21T15:30:00.000Z',
  items: [item('M', 2), item('L', 1, true)],
})
const wish: ReturnAsked = {
  items: [{ index: 0, quantity: 1 }],
  reason: '太大',
  contact: '0912345678',
}
const asked = (order: Order, given: Partial<ReturnAsked> = {}, minutes = DAY) =>
  returnAsked(order, { ...wish, ...given }, after(minutes))
const afterAsking = (order: Order = arrived) => changed(order, changeIn(asked(order)))
const answered = (order: Order, answer: ReturnAnswer, restock = false, reason = '') =>
  returnAnswered(order, { answer, restock }, { ...after(2 * DAY, 'owner'), reason })
const PARCEL = { carrier: ' 黑貓宅急便 ', trackingNumber: '9070-1' }
const exchanged = (order: Order, restock = true, parcel = PARCEL) =>
  returnAnswered(order, { answer: 'exchanged', restock, parcel }, after(2 * DAY, 'owner'))

test('the seventh day after the day of arrival in Taipei is the last', () => {
  // 23:30 of 21 November in Taipei.
  assert.equal(returnDeadline(arrived)?.toISOString(), '2026-11-28T16:00:00.000Z')
  const last = returnAsked(arrived, wish, { now: new Date('2026-11-28T15:59:59Z'), by: 'member' })
  assert.equal(last.ok, true)
  const late = returnAsked(arrived, wish, { now: new Date('2026-11-28T16:00:00Z'), by: 'member' })
  assert.deepEqual(late, { ok: false, code: 'too-late' })
})

test('an order of before, which has its arrival in the history alone, counts from there', () => {
  const { completedAt: at = '', ...old } = arrived
  const order = { ...old, history: [{ at, what: 'completed', by: 'owner' as const }] }
  assert.deepEqual(returnDeadline(order), returnDeadline(arrived))
})

test('a return is asked once, with what, why and how to be reached', () => {
  const order = afterAsking()
  const [request] = order.returns ?? []
  assert.equal(order.returnState, 'asked')
  assert.deepEqual(
    {
      number: request?.number,
      state: request?.state,
      reason: request?.reason,
      items: request?.items,
    },
    { number: 1, state: 'asked', reason: '太大', items: [{ index: 0, quantity: 1 }] },
  )
  assert.deepEqual(asked(order), { ok: true, data: undefined })
  assert.deepEqual(asked(order, { reason: '別的' }), { ok: false, code: 'return-open' })
  assert.deepEqual(returnablePieces(order), [1, 1])
})

const attempts = [makeAttempt({ state: 'captured', captureId: 'C1' })]
const refundedPayment = makePayment(attempts, { refundedAmount: TOTAL })
const REFUSED: readonly (readonly [
  name: string,
  order: Order,
  Partial<ReturnAsked>,
  code: string,
])[] = [
  ['an order that has not left', { ...arrived, status: '已付款' }, {}, 'not-delivered'],
  ['a cancelled order', { ...arrived, status: '已取消' }, {}, 'not-delivered'],
  [
    'an order that was given back in full',
    { ...arrived, payment: refundedPayment },
    {},
    'refunded',
  ],
  ['nothing', arrived, { items: [] }, 'nothing-chosen'],
  ['more than was ordered', arrived, { items: [{ index: 0, quantity: 3 }] }, 'too-many-pieces'],
  ['what was not ordered', arrived, { items: [{ index: 7, quantity: 1 }] }, 'too-many-pieces'],
  ['one line twice', arrived, { items: [wish.items, wish.items].flat() }, 'too-many-pieces'],
  ['without a way to be reached', arrived, { contact: '' }, 'incomplete'],
]
for (const [name, order, given, code] of REFUSED) {
  test(`no return of ${name}: ${code}`, () => {
    assert.deepEqual(asked(order, given), { ok: false, code })
  })
}

test('a parcel on its way can be asked to come back before the shop calls it arrived', () => {
  assert.equal(asked({ ...arrived, status: '已出貨' }, {}, 90 * DAY).ok, true)
})

test('accepted, then received: the pieces go back to the stock when the owner says so, once', () => {
  const order = changed(afterAsking(), changeIn(answered(afterAsking(), 'accepted')))
  assert.equal(order.returnState, 'accepted')
  const back = changed(order, changeIn(answered(order, 'received', true, '已收到')))
  assert.deepEqual(back.restocked, [1, 0])
  assert.deepEqual(stockMoves(order, back), [{ id: 'otr-001', stock: -1, preorder: 0 }])
  assert.equal(back.returns?.[0]?.answer, '已收到')
  assert.deepEqual(answered(back, 'received', true), { ok: true, data: undefined })
  assert.deepEqual(answered(back, 'refused', false, 'x'), { ok: false, code: 'no-such-answer' })
  const kept = changed(order, changeIn(answered(order, 'received')))
  assert.deepEqual(stockMoves(order, kept), [])
})

test('a refusal says why, and frees the pieces to be asked for again', () => {
  const order = afterAsking()
  assert.deepEqual(answered(order, 'refused'), { ok: false, code: 'no-reason' })
  const refused = changed(order, changeIn(answered(order, 'refused', false, '已穿過')))
  assert.deepEqual(returnablePieces(refused), [2, 1])
  const second = changed(refused, changeIn(asked(refused)))
  assert.equal(second.returns?.[1]?.number, 2)
  assert.deepEqual(answered(arrived, 'accepted'), { ok: false, code: 'no-return' })
})

test('pre-ordered pieces go back to where they were counted', () => {
  const items = [{ index: 1, quantity: 1 }]
  const order = changed(arrived, changeIn(asked(arrived, { items })))
  const back = changed(order, changeIn(answered(order, 'received', true)))
  assert.deepEqual(stockMoves(order, back), [{ id: 'otr-001', stock: 0, preorder: -1 }])
})

const toExchange = afterAsking({
  ...arrived,
  payment: makePayment([makeAttempt({ state: 'captured', captureId: 'C1' })]),
})
const wished = (order: Order): Order => ({
  ...order,
  returns: (order.returns ?? []).map((one) => ({
    ...one,
    items: [
      { index: 0, quantity: 1, size: 'L' },
      { index: 1, quantity: 1 },
    ],
  })),
})

test('pieces in another size are sent for those that came back; the stock counts both, once', () => {
  const order = wished(toExchange)
  const sent = changed(order, changeIn(exchanged(order)))
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
  assert.equal(shippedAt, after(2 * DAY).now.toISOString())
  assert.deepEqual(stockMoves(order, sent), [{ id: 'otr-001', stock: 0, preorder: -1 }])
  assert.deepEqual(exchanged(sent), { ok: true, data: undefined })
  const spoilt = changed(order, changeIn(exchanged(order, false)))
  assert.deepEqual(stockMoves(order, spoilt), [{ id: 'otr-001', stock: 1, preorder: 0 }])
  assert.deepEqual(returnablePieces(sent), [1, 0])
})

test('the parcel of an exchange can be corrected, and moves no stock then', () => {
  const sent = changed(wished(toExchange), changeIn(exchanged(wished(toExchange))))
  const other = { carrier: '新竹物流', trackingNumber: '7' }
  const corrected = changed(sent, changeIn(exchanged(sent, true, other)))
  assert.equal(corrected.returns?.[0]?.parcel?.trackingNumber, '7')
  assert.equal(corrected.history.at(-1)?.reason, '黑貓宅急便 9070-1')
  assert.deepEqual(stockMoves(sent, corrected), [])
  const none = { carrier: ' ', trackingNumber: '' }
  assert.deepEqual(exchanged(sent, true, none), { ok: false, code: 'parcel-incomplete' })
})

const lost = { id: 'D', state: 'lost', reason: 'x', changedAt: arrived.createdAt } as const
const UNSENT: readonly (readonly [name: string, order: Order, code: string])[] = [
  ['where the money is wished back', toExchange, 'no-exchange'],
  [
    'of an order that was given back in full',
    { ...wished(toExchange), payment: refundedPayment },
    'fully-refunded',
  ],
  [
    'of an order whose dispute was lost',
    {
      ...wished(toExchange),
      payment: makePayment([makeAttempt({ state: 'captured', captureId: 'C1' })], {
        dispute: lost,
      }),
    },
    'dispute-lost',
  ],
]
for (const [name, order, code] of UNSENT) {
  test(`nothing is sent in exchange ${name}: ${code}`, () => {
    assert.deepEqual(exchanged(order), { ok: false, code })
  })
}

test('nothing is sent in exchange without a parcel, nor for a return that ended', () => {
  const order = wished(toExchange)
  assert.deepEqual(answered(order, 'exchanged'), { ok: false, code: 'parcel-incomplete' })
  const back = changed(order, changeIn(answered(order, 'received')))
  assert.deepEqual(exchanged(back), { ok: false, code: 'no-such-answer' })
})
