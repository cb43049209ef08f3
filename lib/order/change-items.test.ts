import assert from 'node:assert/strict'
import { test } from 'node:test'

import { mailsOf } from '#lib/mail/order-mails.ts'
import { refundDue } from '#lib/owner/suggested-refund.ts'
import { makeParcel } from '#lib/parcel/parcels.fixture.ts'
import {
  after,
  afterChange,
  at,
  makeAttempt,
  makeOrder,
  makePayment,
} from '#lib/payment/orders.fixture.ts'
import { SIZES } from '#lib/product/sizes.ts'
import { stockMoves } from './apply.ts'
import { changeItems, type WantedItem } from './change-items.ts'
import { orderBreakdown, orderShipping, removedAmount } from './order-amounts.ts'
import type { OrderItem } from './order-item.ts'
import type { Order } from './order.ts'

const shirtChangeItems: OrderItem = {
  id: 'a',
  title: '旅見',
  size: 'M',
  color: '白',
  quantity: 2,
  price: 1540,
  image: '',
}

const payment = makePayment([makeAttempt({ state: 'captured', captureId: 'C1' })], {
  captureId: 'C1',
})

const makePaid = (overrides: Partial<Order> = {}): Order =>
  makeOrder({
    status: '已付款',
    paidAt: at(9),
    payment,
    items: [shirtChangeItems, { ...shirtChangeItems, size: 'L', quantity: 1 }],
    totalAmount: 4620,
    ...overrides,
  })

// The order itself holds three of the five units.
const offers = [{ id: 'a', sizes: SIZES, stock: 5, stock_by_size: { M: 2, L: 2, XL: 1 } }]

const taken = new Map([['a', { stock: 3, preorder: 0, sizes: { M: 2, L: 1 } }]])

function change(order: Order, wanted: readonly WantedItem[], oversellReason?: string) {
  const context = { ...after(20, 'owner'), reason: '來信' }
  return changeItems(order, { wanted, stock: { taken, offers, oversellReason } }, context)
}

function changeDone(order: Order, wanted: readonly WantedItem[]): Order {
  const answer = change(order, wanted)
  assert.ok(answer.ok)
  return afterChange(order, answer.data)
}

test('a paid order gets another size: lines that become one are one, and the stock moves by size', () => {
  const before = makePaid()
  const later = changeDone(before, [{ index: 0, size: 'L', quantity: 1 }])
  assert.deepEqual(
    later.items.map(({ size, quantity }) => [size, quantity]),
    [['L', 2]],
  )
  assert.deepEqual(
    later.removed?.map(({ size, quantity }) => [size, quantity]),
    [['M', 1]],
  )
  const [move] = stockMoves(before, later.history.slice(before.history.length))
  assert.deepEqual(move, { id: 'a', stock: -1, preorder: 0, sizes: { M: -2, L: 1 } })
})

test('removed units stay in the total, and a refund is filled in with them', () => {
  const later = changeDone(makePaid(), [{ index: 1, size: 'L', quantity: 0 }])
  assert.equal(orderShipping(later), orderShipping(makePaid()))
  assert.equal(later.totalAmount, 4620)
  assert.equal(refundDue(later, 4620), 1540)
  const refunded = { ...payment, refundedAmount: 1540 }
  assert.equal(refundDue({ ...later, payment: refunded }, 3080), 3080)
  const [mail] = mailsOf(makePaid(), later)
  assert.equal(mail?.kind, 'order-changed')
  assert.equal(mail.values.removed_amount, 'NT$1,540')
})

test('the mail of a change names the money for its own units, and none that an earlier change left', () => {
  const first = changeDone(makePaid(), [{ index: 1, size: 'L', quantity: 0 }])
  const fewer = changeDone(first, [{ index: 0, size: 'M', quantity: 1 }])
  const sizes = changeDone(fewer, [{ index: 0, size: 'L', quantity: 1 }])
  const steps = [makePaid(), first, fewer, sizes]
  const told = steps.slice(1).map((after, index) => {
    return mailsOf(steps[index], after)[0]?.values.removed_amount
  })
  assert.deepEqual(told, ['NT$1,540', 'NT$1,540', ''])
})

const refusals: [string, Order, readonly WantedItem[]][] = [
  ['costs-more', makePaid(), [{ index: 0, size: 'M', quantity: 3 }]],
  ['same-items', makePaid(), [{ index: 0, size: 'M', quantity: 2 }]],
  ['too-few-units', makePaid(), [{ index: 0, size: 'XL', quantity: 2 }]],
  ['items-fixed', makePaid({ status: '已出貨' }), [{ index: 0, size: 'L', quantity: 1 }]],
  ['items-fixed', makePaid({ status: '待付款' }), [{ index: 0, size: 'L', quantity: 1 }]],
  ['items-fixed', makePaid({ restocked: [1, 0] }), [{ index: 0, size: 'L', quantity: 1 }]],
  ['parcel-booked', makePaid({ parcels: [makeParcel()] }), [{ index: 0, size: 'L', quantity: 1 }]],
  [
    'nothing-left',
    makePaid(),
    [
      { index: 0, size: 'M', quantity: 0 },
      { index: 1, size: 'L', quantity: 0 },
    ],
  ],
]

for (const [code, order, wanted] of refusals) {
  test(`an order of ${order.status} keeps its items: ${code}`, () => {
    assert.partialDeepStrictEqual(change(order, wanted), { ok: false, code })
  })
}

test('too few units of a size need a reason, which the history keeps', () => {
  const answer = change(makePaid(), [{ index: 0, size: 'XL', quantity: 2 }], '明天進貨')
  assert.ok(answer.ok)
  assert.equal(answer.data.events[0]?.note, '來信；庫存不足：明天進貨')
})

test('units that leave an order take their part of its code with them', () => {
  const reduced = { ...shirtChangeItems, quantity: 2, reduction: 101 }
  const before = makePaid({
    items: [reduced, { ...shirtChangeItems, size: 'L', quantity: 1, reduction: 50 }],
    totalAmount: 4620 - 151,
    reductions: [{ kind: 'code', name: 'SUMMER', goods: 151, delivery: 0 }],
  })
  const fewer = changeDone(before, [{ index: 0, size: 'M', quantity: 1 }])
  assert.equal(fewer.items[0]?.reduction, 51)
  assert.equal(removedAmount(fewer), 1540 - 50)
  assert.equal(refundDue(fewer, fewer.totalAmount), 1490)
  const answer = change(before, [{ index: 0, size: 'L', quantity: 2 }], '再做')
  assert.ok(answer.ok)
  const merged = afterChange(before, answer.data)
  assert.deepEqual(
    merged.items.map(({ quantity, reduction }) => [quantity, reduction]),
    [[3, 151]],
  )
  for (const order of [before, fewer, merged]) {
    assert.deepEqual(
      [orderShipping(order), orderBreakdown(order).lines, orderBreakdown(order).total],
      [0, 4620, 4469],
    )
  }
})

test('units are not changed into a size in which they are not made', () => {
  const stock = {
    taken: new Map(),
    offers: [{ id: 'a', sizes: ['S', 'M', 'L'] as const, stock: 9 }],
  }
  const wanted = [{ index: 0, size: 'XXL' as const, quantity: 2 }]
  const answer = changeItems(makePaid(), { wanted, stock }, after(20, 'owner'))
  assert.deepEqual(answer, { ok: false, code: 'size-not-made' })
})
