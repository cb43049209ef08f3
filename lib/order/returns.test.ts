import assert from 'node:assert/strict'
import { test } from 'node:test'

import { applyReturnAnswer, type ReturnAnswer } from '#lib/order/return/answer-return.ts'
import {
  returnableUnits,
  returnRequestChange,
  returnDeadline,
  type ReturnInput,
} from '#lib/order/return/return-rules.ts'
import {
  after,
  afterChange,
  changeIn,
  inStock,
  MADE,
  makeAttempt,
  makeOrder,
  makePayment,
  TOTAL,
} from '#lib/payment/orders.fixture.ts'
import { stockMoves } from './apply.ts'
import { newEvent } from './events.ts'
import { orderItemSchema } from './order-item.ts'
import type { Order } from './order.ts'
import { eventsSince } from './since.fixture.ts'

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
const wish: ReturnInput = {
  items: [{ index: 0, quantity: 1 }],
  reason: '太大',
  contact: '0912345678',
}
const ask = (order: Order, overrides: Partial<ReturnInput> = {}, minutes = DAY) =>
  returnRequestChange(order, { ...wish, ...overrides }, MADE, after(minutes))
const afterAsking = (order: Order = arrived) => afterChange(order, changeIn(ask(order)))
const giveAnswer = (order: Order, answer: ReturnAnswer, restock = false, reason = '') =>
  applyReturnAnswer(
    order,
    { answer, restock, stock: inStock(9) },
    { ...after(2 * DAY, 'owner'), reason },
  )

test('the seventh day after the day of arrival in Taipei is the last', () => {
  // 23:30 of 21 November in Taipei.
  assert.equal(returnDeadline(arrived)?.toISOString(), '2026-11-28T16:00:00.000Z')
  const last = returnRequestChange(arrived, wish, MADE, {
    now: new Date('2026-11-28T15:59:59Z'),
    by: 'member',
  })
  assert.equal(last.ok, true)
  const late = returnRequestChange(arrived, wish, MADE, {
    now: new Date('2026-11-28T16:00:00Z'),
    by: 'member',
  })
  assert.deepEqual(late, { ok: false, code: 'too-late' })
})

test('an order of before, which has its arrival in the history alone, counts from there', () => {
  const { completedAt: at = '', ...old } = arrived
  const order = {
    ...old,
    history: [newEvent('order.completed', {}, { now: new Date(at), by: 'owner' })],
  }
  assert.deepEqual(returnDeadline(order), returnDeadline(arrived))
})

test('a return is asked once, with what, why and how to be reached', () => {
  const order = afterAsking()
  const [request] = order.returns ?? []
  assert.equal(order.returnState, 'requested')
  assert.deepEqual(
    {
      number: request?.number,
      state: request?.state,
      reason: request?.reason,
      items: request?.items,
    },
    { number: 1, state: 'requested', reason: '太大', items: [{ index: 0, quantity: 1 }] },
  )
  assert.deepEqual(ask(order), { ok: true, data: undefined })
  assert.deepEqual(ask(order, { reason: '別的' }), { ok: false, code: 'return-open' })
  assert.deepEqual(returnableUnits(order), [1, 1])
})

const attempts = [makeAttempt({ state: 'captured', captureId: 'C1' })]
const refundedPayment = makePayment(attempts, { refundedAmount: TOTAL })
const REFUSED: readonly (readonly [
  name: string,
  order: Order,
  Partial<ReturnInput>,
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
  ['more than was ordered', arrived, { items: [{ index: 0, quantity: 3 }] }, 'too-many-units'],
  ['what was not ordered', arrived, { items: [{ index: 7, quantity: 1 }] }, 'too-many-units'],
  ['one line twice', arrived, { items: [wish.items, wish.items].flat() }, 'too-many-units'],
  ['without a way to be reached', arrived, { contact: '' }, 'incomplete'],
]
for (const [name, order, overrides, code] of REFUSED) {
  test(`no return of ${name}: ${code}`, () => {
    assert.deepEqual(ask(order, overrides), { ok: false, code })
  })
}

test('units are exchanged only for a size in which they are made, by the buyer and by the owner', () => {
  const made = [{ id: 'otr-001', sizes: ['S', 'M', 'L', 'XL'] as const }]
  const items = [{ index: 0, quantity: 1, size: 'XXL' as const }]
  const askFor = (by: 'member' | 'owner') =>
    returnRequestChange(arrived, { ...wish, items }, made, after(DAY, by))
  assert.deepEqual(askFor('member'), { ok: false, code: 'size-not-made' })
  assert.deepEqual(askFor('owner'), { ok: false, code: 'size-not-made' })
  // A product that has left the shop's files: nobody knows its sizes any more.
  assert.equal(returnRequestChange(arrived, { ...wish, items }, [], after(DAY)).ok, true)
})

test('a parcel on its way can be asked to come back before the shop calls it arrived', () => {
  assert.equal(ask({ ...arrived, status: '已出貨' }, {}, 90 * DAY).ok, true)
})

test('accepted, then received: the units go back to the stock when the owner says so, once', () => {
  const order = afterChange(afterAsking(), changeIn(giveAnswer(afterAsking(), 'accepted')))
  assert.equal(order.returnState, 'accepted')
  const back = afterChange(order, changeIn(giveAnswer(order, 'received', true, '已收到')))
  assert.deepEqual(back.restocked, [1, 0])
  assert.deepEqual(stockMoves(order, eventsSince(order, back)), [
    { id: 'otr-001', stock: -1, preorder: 0, sizes: { M: -1 } },
  ])
  assert.equal(back.returns?.[0]?.answer, '已收到')
  assert.deepEqual(giveAnswer(back, 'received', true), { ok: true, data: undefined })
  assert.deepEqual(giveAnswer(back, 'refused', false, 'x'), { ok: false, code: 'no-such-answer' })
  const kept = afterChange(order, changeIn(giveAnswer(order, 'received')))
  assert.deepEqual(stockMoves(order, eventsSince(order, kept)), [])
})

test('a refusal says why, and frees the units to be asked for again', () => {
  const order = afterAsking()
  assert.deepEqual(giveAnswer(order, 'refused'), { ok: false, code: 'no-reason' })
  const refused = afterChange(order, changeIn(giveAnswer(order, 'refused', false, '已穿過')))
  assert.deepEqual(returnableUnits(refused), [2, 1])
  const second = afterChange(refused, changeIn(ask(refused)))
  assert.equal(second.returns?.[1]?.number, 2)
  assert.deepEqual(giveAnswer(arrived, 'accepted'), { ok: false, code: 'no-return' })
})

test('pre-ordered units go back to where they were counted', () => {
  const items = [{ index: 1, quantity: 1 }]
  const order = afterChange(arrived, changeIn(ask(arrived, { items })))
  const back = afterChange(order, changeIn(giveAnswer(order, 'received', true)))
  assert.deepEqual(stockMoves(order, eventsSince(order, back)), [
    { id: 'otr-001', stock: 0, preorder: -1, sizes: {} },
  ])
})
