import assert from 'node:assert/strict'
import { test } from 'node:test'

import { reversedMoves, type StockMove, stockOf } from '#lib/inventory/stock.ts'
import type { StoredMovement } from '#lib/ledger/entries.ts'
import { makeParcel } from '#lib/parcel/parcels.fixture.ts'
import {
  after,
  at,
  makeAttempt,
  makeCapture,
  makeOrder,
  makePayment,
  TOTAL,
} from '#lib/payment/orders.fixture.ts'
import { HEARD, inReview, listed, make, refund } from './apply.fixture.ts'
import { applyEvents, movementsOf, stockMoves, useMoves } from './apply.ts'
import { type EventData, type EventType, newEvent, type OrderEvent } from './events.ts'
import type { OrderItem } from './order-item.ts'
import type { Order } from './order.ts'
import { movementsSince } from './since.fixture.ts'

const TAKEN = '2026-11-21T02:09:00.000Z'

const unpaid = makeOrder({ payment: makePayment([makeAttempt()]) })
const details = { ...makeCapture({ createTime: TAKEN }) }
const sale = [
  make('money.captured', { attempt: 1, captureRef: 'C1', amount: TOTAL }),
  make('order.paid', { details }),
]
const left = TOTAL - 80
const charge = make('money.reversed', {
  refundRef: 'upto',
  amount: left,
  inReview,
  kind: 'chargeback',
})
const winBack = make('money.reinstated', { amount: left, inReview })

const short = (moved: readonly StoredMovement[]) =>
  moved.map(({ kind, amount, at }) => [kind, amount, at])
const sum = (moved: readonly StoredMovement[]) =>
  moved.reduce((total, { amount }) => total + amount, 0)

/** The movements of each step, one after the other. */
function bookAll(order: Order, ...steps: readonly (readonly OrderEvent[])[]) {
  let after = order
  return steps.map((events) => {
    const before = after
    after = applyEvents(before, events)
    return movementsSince(before, after)
  })
}

test('a sale is written with its capture, by the time at which the provider took it', () => {
  assert.deepEqual(bookAll(unpaid, sale), [
    [
      {
        id: 'doc-1-2-C1',
        at: TAKEN,
        orderId: 'doc-1',
        orderNumber: 'Order2026112110-0001',
        provider: 'paypal',
        kind: 'sale',
        isSale: true,
        amount: TOTAL,
        refs: { capture: 'C1', transaction: 'C1' },
      },
    ],
  ])
})

test('a code that an order used is free again when the order ends, and by nothing else', () => {
  const discount = { code: 'SUMMER', member: 'ada' }
  const order = { ...unpaid, discount }
  const cancelled = [make('order.cancelled', { cause: 'by-member' })]
  assert.deepEqual(useMoves(order, cancelled), [{ ...discount, uses: -1 }])
  assert.deepEqual(useMoves(unpaid, cancelled), [])
  assert.deepEqual(useMoves(order, [refund]), [])
})

test('an order without money, and an event of anything else, moves none', () => {
  assert.deepEqual(movementsOf(makeOrder()), [])
  const parcel = { carrier: '黑貓', trackingNumber: '1' }
  assert.deepEqual(bookAll(unpaid, [refund], [make('parcel.shipped', { parcel })]), [[], []])
})

test('a refund is written once, and so is a chargeback with its return', () => {
  const moved = bookAll(unpaid, sale, [refund], [charge], [winBack])
  assert.deepEqual(moved.map(short), [
    [['sale', TOTAL, TAKEN]],
    [['refund', -80, '2026-11-22T00:00:00.000Z']],
    [['chargeback', -left, HEARD]],
    [['returned', left, HEARD]],
  ])
  assert.deepEqual(
    moved.flat().map(({ isSale }) => isSale),
    [true, false, false, false],
  )
  const ids = moved.flat().map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
})

test('an order of nothing is no sale', () => {
  const free = applyEvents({ ...unpaid, totalAmount: 0 }, sale)
  assert.deepEqual(
    movementsOf(free).map(({ kind, isSale }) => [kind, isSale]),
    [['sale', false]],
  )
})

test('money that went back before the order counts as paid is booked with its sale', () => {
  const [capture, ...rest] = sale
  assert.ok(capture)
  const moved = bookAll(unpaid, [capture, refund], rest)
  assert.deepEqual(moved.map(sum), [0, left])
})

test('a sale that a review ended as never come is booked again when a review finds it', () => {
  const review = {
    reason: 'amount',
    money: { attempt: 1, issue: 'amount', captureRef: 'C1' },
  } as const
  const found = [make('review.opened', review)]
  const moved = bookAll(unpaid, sale, found, [make('review.closed', { end: 'expired' })], found, [
    make('review.closed', { end: 'paid' }),
  ])
  assert.deepEqual(moved.map(sum), [TOTAL, 0, -TOTAL, TOTAL, 0])
})

// Every way through these states, as lost and repeated events make them.
const states = [[], [refund], [refund, charge], [refund, charge, winBack]].map((back) =>
  applyEvents(unpaid, [...sale, ...back]),
)

for (const [from, before] of states.entries()) {
  for (const [to, { payment }] of states.entries()) {
    test(`the movements from state ${from} to ${to} add up to what was kept`, () => {
      assert.ok(payment)
      const { refundedAmount, refunds, unlisted } = payment
      const shown = { refundedAmount, refunds, ...(unlisted ? { unlisted } : {}), done: [] }
      const after = applyEvents(before, [make('money.recorded', { record: shown })])
      const all = [...movementsOf(before), ...movementsSince(before, after)]
      assert.equal(sum(all), TOTAL - refundedAmount)
      assert.equal(sum(movementsOf(after)), TOTAL - refundedAmount)
    })
  }
}

test('a charge that a refund explains later is counted once', () => {
  const before = applyEvents(unpaid, [...sale, refund, charge])
  const refunds = [
    { id: 'R1', amount: 80, ...listed },
    { id: 'CB', amount: left, at: HEARD, kind: 'chargeback' as const },
  ]
  const record = { refundedAmount: TOTAL, refunds, done: [] }
  const moved = movementsSince(before, applyEvents(before, [make('money.recorded', { record })]))
  assert.equal(sum(moved), 0)
  assert.ok(moved.every(({ kind }) => kind === 'chargeback'))
})

test("a carrier's fee is a movement of its own, once, and no money of the buyer's", () => {
  const { number } = makeParcel()
  const fees = [undefined, 60, 60, 65].map((known, index, all) => {
    const parcels = [makeParcel(known === undefined ? {} : { fee: known, feeAt: HEARD })]
    const fee = all[index + 1] ?? 0
    const charged = make('parcel.charged', { parcel: number, fee, collect: 0 })
    const before = { ...applyEvents(unpaid, sale), parcels }
    return movementsSince(before, applyEvents(before, [charged]))
  })
  assert.deepEqual(
    fees.slice(0, 3).map((some) => some.map((one) => [one.kind, one.amount, one.fee, one.at])),
    [[['parcel', 0, -60, HEARD]], [], [['parcel', 0, -5, HEARD]]],
  )
  assert.equal(fees[0]?.[0]?.provider, 'ecpay')
  assert.equal(fees[0][0].refs.transaction, number)
})

const line = { id: 'a', title: 'A', size: 'M', price: 100, image: '' } as const
const items: OrderItem[] = [
  { ...line, quantity: 2 },
  { ...line, size: 'L', quantity: 1, preorder: {} },
]
const moves = stockOf(items)
const back = reversedMoves(moves)

function event<Type extends EventType>(type: Type, data: EventData[Type]) {
  return newEvent(type, data, after(10, 'owner'))
}

const lapsed = { reservationExpiredAt: at(5) }
const held = { until: at(30), products: ['a'] }
const cancelled = event('order.cancelled', { cause: 'by-member' })
const paid = event('order.paid', {})

const MOVES: [string, Partial<Order>, OrderEvent, readonly StockMove[]][] = [
  ['is cancelled gives its units back', {}, cancelled, back],
  ['is cancelled with its hold gives them back', { reservation: held }, cancelled, back],
  ['is cancelled without its units moves nothing', { reservation: lapsed }, cancelled, []],
  ['is paid moves nothing', {}, paid, []],
  ['is paid with its hold moves nothing', { reservation: held }, paid, []],
  ['is paid without its units takes them again', { reservation: lapsed }, paid, moves],
  ['is paid after its end takes them again', { status: '已取消' }, paid, moves],
  [
    'loses its hold gives them back',
    { reservation: held },
    event('reservation.expired', { cause: 'time-over' }),
    back,
  ],
  ['takes its units again', { reservation: lapsed }, event('reservation.renewed', {}), moves],
  [
    'leaves moves nothing',
    { status: '已付款' },
    event('parcel.shipped', { parcel: { carrier: 'x', trackingNumber: '1' } }),
    [],
  ],
  ['arrives moves nothing', { status: '已出貨' }, event('order.completed', {}), []],
  [
    'is refunded in full before it left gives them back',
    { status: '已付款' },
    event('items.restocked', { units: [2, 1] }),
    back,
  ],
  [
    'was given back before gives them back once',
    { status: '已付款', restocked: [2, 1] },
    event('items.restocked', { units: [2, 1] }),
    [],
  ],
]

for (const [name, overrides, moved, expected] of MOVES) {
  test(`an order that ${name}`, () => {
    assert.deepEqual(stockMoves(makeOrder({ items, ...overrides }), [moved]), expected)
  })
}

const request = {
  number: 1,
  state: 'requested' as const,
  items: [{ index: 0, quantity: 1, size: 'XL' as const }],
  reason: '',
  contact: '',
  requestedAt: at(5),
  changedAt: at(5),
}
const returning = makeOrder({ status: '已出貨', items, returns: [request] })
const parcel = { carrier: 'x', trackingNumber: '1' }
const makeExchanged = (restock: boolean) =>
  event('return.exchanged', { number: 1, restock, parcel })

test('an exchange puts the old size back and takes the new one', () => {
  assert.deepEqual(stockMoves(returning, [makeExchanged(true)]), [
    { id: 'a', stock: 0, preorder: 0, sizes: { M: -1, XL: 1 } },
  ])
  assert.deepEqual(stockMoves(returning, [makeExchanged(false)]), [
    { id: 'a', stock: 1, preorder: 0, sizes: { XL: 1 } },
  ])
})

test('never more comes back, or is sent, than was ordered', () => {
  const all = { ...returning, restocked: [2, 0], resent: [2, 0] }
  assert.deepEqual(stockMoves(all, [makeExchanged(true)]), [])
  assert.deepEqual(
    stockMoves(returning, [event('return.received', { number: 2, restock: true })]),
    [],
  )
})
