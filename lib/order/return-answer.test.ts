import assert from 'node:assert/strict'
import { test } from 'node:test'

import { mailsOf } from '../mail/outbox-store.ts'
import { refundDue } from '../owner/order-details.ts'
import { SIZES } from '../product/sizes.ts'
import { stockMoves } from './apply.ts'
import type { ReturnedPieces } from './events.ts'
import { returnablePieces } from './fulfilment.ts'
import {
  orderItemSchema,
  type Order,
  orderBreakdown,
  orderShipping,
  removedAmount,
  type OrderItem,
} from './order.ts'
import { makeParcel } from './parcel/parcels.fixture.ts'
import {
  after,
  afterChange,
  changeIn,
  makeAttempt,
  makeOrder,
  makeDispute,
  makePayment,
  inStock,
  TOTAL,
  at,
} from './payment/orders.fixture.ts'
import { applyReturnAnswer, changeItems, exchangeLeft, type WantedItem } from './return-answer.ts'
import { eventsSince } from './since.fixture.ts'

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

const askedFor = (...items: ReturnedPieces[]): Order => {
  const { createdAt: askedAt } = arrived
  const request = { number: 1, state: 'asked', items, reason: '', contact: '0912345678' } as const
  return {
    ...arrived,
    returns: [{ ...request, askedAt, changedAt: askedAt }],
    returnState: 'asked',
  }
}
const toExchange = askedFor({ index: 0, quantity: 1, size: 'L' }, { index: 1, quantity: 1 })

const owner = after(5, 'owner')
const PARCEL = { carrier: ' 黑貓宅急便 ', trackingNumber: '9070-1' }
const stock = inStock(9)
const exchange = (order: Order, restock = true, parcel = PARCEL) =>
  applyReturnAnswer(order, { answer: 'exchanged', restock, parcel, stock }, owner)

test('pieces in another size are sent for those that came back; the stock counts both, once', () => {
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
  assert.deepEqual(returnablePieces(sent), [1, 0])
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

const accept = (left: number, belowZero?: string) => {
  const answered = {
    answer: 'accepted',
    restock: false,
    stock: inStock(left, belowZero),
  } as const
  return applyReturnAnswer(toExchange, answered, owner)
}

test('an exchange is accepted only where its pieces can be sent, unless the owner says why', () => {
  const refused = accept(0)
  assert.equal(refused.ok ? '' : refused.code, 'too-few-pieces')
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

// The order itself holds three of the five pieces.
const offers = [{ id: 'a', sizes: SIZES, stock: 5, stock_by_size: { M: 2, L: 2, XL: 1 } }]
const taken = new Map([['a', { stock: 3, preorder: 0, sizes: { M: 2, L: 1 } }]])

function change(order: Order, wanted: readonly WantedItem[], belowZero?: string) {
  const context = { ...after(20, 'owner'), reason: '來信' }
  return changeItems(order, { wanted, stock: { taken, offers, belowZero } }, context)
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

test('removed pieces stay in the total, and a refund is filled in with them', () => {
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

test('the mail of a change names the money for its own pieces, and none that an earlier change left', () => {
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
  ['too-few-pieces', makePaid(), [{ index: 0, size: 'XL', quantity: 2 }]],
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

test('too few pieces of a size need a reason, which the history keeps', () => {
  const answer = change(makePaid(), [{ index: 0, size: 'XL', quantity: 2 }], '明天進貨')
  assert.ok(answer.ok)
  assert.equal(answer.data.events[0]?.note, '來信；庫存不足：明天進貨')
})

test('pieces that leave an order take their part of its code with them', () => {
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

test('pieces are not changed into a size in which they are not made', () => {
  const stock = {
    taken: new Map(),
    offers: [{ id: 'a', sizes: ['S', 'M', 'L'] as const, stock: 9 }],
  }
  const wanted = [{ index: 0, size: 'XXL' as const, quantity: 2 }]
  const answer = changeItems(makePaid(), { wanted, stock }, after(20, 'owner'))
  assert.deepEqual(answer, { ok: false, code: 'size-not-made' })
})
