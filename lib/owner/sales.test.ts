import assert from 'node:assert/strict'
import { test } from 'node:test'

import { array, assert as always, constantFrom, property } from 'fast-check'

import type { StoredMovement } from '#lib/ledger/entries.ts'
import { paidParts } from '#lib/ledger/paid-parts.ts'
import type { Order } from '#lib/order/order.ts'
import { refundKey } from '#lib/payment/refund/refund-record.ts'
import { BEGINNINGS, deed, live, PAID, withVariants } from './lived-order.fixture.ts'
import { BOOKED, reportOf, short, SOLD } from './sales.fixture.ts'
import type { SalesReport, SalesSums } from './sales.ts'

const kept = (rows: readonly SalesSums[]) => rows.reduce((sum, row) => sum + row.kept, 0)

/** What each table adds up to, with delivery where it is of goods alone. */
const tableSums = ({
  days,
  weeks,
  codes,
  products: goods,
  sizes,
  creators,
  delivery,
}: SalesReport) =>
  [
    ...[days, weeks, codes].map(kept),
    ...[goods, sizes, creators].map((rows) => kept(rows) + delivery.kept),
  ] as const

test('after any row of actions every table of a range adds up to its ledger', () => {
  const backs = new Set<boolean>()
  always(
    property(array(deed, { maxLength: 25 }), constantFrom(...BEGINNINGS), (deeds, first) => {
      const { order, movements } = live([...first, ...deeds])
      const report = reportOf(movements, [order])
      const booked = movements
        .filter(({ kind }) => kind !== 'parcel')
        .reduce((sum, { amount }) => sum + amount, 0)
      assert.equal(report.total.kept, booked)
      assert.deepEqual(tableSums(report), Array(6).fill(booked))
      backs.add(report.total.back > 0)
    }),
    { numRuns: 400, seed: 1334 },
  )
  assert.equal(backs.size, 2)
})

const figures = ({ orders, sold, returned, revenue, back }: SalesSums) => [
  orders,
  sold,
  returned,
  revenue,
  back,
]

test('a sale stands at its day, goods, size, creator and code', () => {
  const { order, movements } = live(withVariants(PAID))
  const report = reportOf(movements, [order])
  const day = report.days.filter(({ orders }) => orders > 0)
  assert.deepEqual(day.map(figures), [[1, 5, 0, 2400, 0]])
  assert.deepEqual(
    report.creators.map((row) => [row.key, ...figures(row)]),
    [
      ['lin', 0, 3, 0, 1440, 0],
      ['studio', 0, 2, 0, 960, 0],
    ],
  )
  assert.deepEqual(
    report.codes.map((row) => [row.key, ...figures(row)]),
    [[order.discount?.code, 1, 5, 0, 2400, 0]],
  )
})

const sizesOf = (some: readonly StoredMovement[], of: Order) =>
  reportOf(some, [of]).sizes.map(({ key, sold, returned, kept: left }) => [
    key,
    sold,
    returned,
    left,
  ])

const sized = ({ products: goods }: SalesReport) =>
  goods.map(({ key, sizes }) => [key, sizes.map((row) => `${row.key} ${row.kept}`).join()])

test('an exchange counts under the size that was kept, and money that went back with it', () => {
  const { order, movements } = live(withVariants(PAID))
  const [sale] = movements
  assert.ok(sale)
  const at = '2026-11-30T00:00:00.000Z'
  const request = { number: 1, requestedAt: at, changedAt: at, reason: '', contact: '' }
  const items = [{ index: 1, quantity: 2, size: 'L' as const }]
  const exchanged: Order = { ...order, returns: [{ ...request, state: 'exchanged', items }] }
  const all = { ...sale, kind: 'refund' as const, isSale: false, amount: -2400 }
  assert.deepEqual(sizesOf([sale], order), [['M', 5, 0, 2400]])
  const nobody = { ...sale, orderId: 'unknown' }
  assert.deepEqual(sized(reportOf([sale, nobody], [order])), [
    ['', ''],
    ['b', 'M 1440'],
    ['a', 'M 960'],
  ])
  const given = reportOf([{ ...sale, amount: 0 }], [order]).total
  assert.deepEqual([given.sold, given.returned], [5, 0])
  const delivered = { ...order, totalAmount: order.totalAmount + 80 }
  const { delivery } = reportOf([{ ...sale, amount: delivered.totalAmount }], [delivered])
  assert.equal(delivery.revenue, 80)
  assert.deepEqual(sizesOf([sale], exchanged), [
    ['M', 3, 0, 1440],
    ['L', 2, 0, 960],
  ])
  assert.deepEqual(sizesOf([sale, all], exchanged), [
    ['M', 3, 3, 0],
    ['L', 2, 2, 0],
  ])
  // What was only asked for is not kept.
  const asked: Order = { ...order, returns: [{ ...request, state: 'requested', items }] }
  assert.deepEqual(sizesOf([sale], asked), [['M', 5, 0, 2400]])
})

test('seven days are compared with the whole seven before, counted from the last day', () => {
  const { movements } = live(withVariants(PAID))
  const [sale] = movements
  assert.ok(sale)
  const on = (day: number) => ({
    ...sale,
    at: `2026-11-${String(day).padStart(2, '0')}T04:00:00.000Z`,
  })
  const { weeks } = reportOf([on(1), on(9), on(16), on(17), on(18), on(30)], [])
  assert.deepEqual(
    weeks.map(({ from, until, kept: left, before }) => [from, until, left, before]),
    [
      ['2026-11-24', '2026-11-30', 2400, 4800],
      ['2026-11-17', '2026-11-23', 4800, 2400],
      ['2026-11-10', '2026-11-16', 2400, 2400],
      ['2026-11-03', '2026-11-09', 2400, undefined],
      ['2026-11-01', '2026-11-02', 2400, undefined],
    ],
  )
})

const AT = '2026-11-30T00:00:00.000Z'

type Returned = NonNullable<Order['returns']>[number]
const returned = (state: Returned['state'], units: Returned['items']): Returned => ({
  number: 1,
  state,
  items: units,
  requestedAt: AT,
  changedAt: AT,
  reason: '',
  contact: '',
})

/** What the sale of an order, or a refund of so much for its first return, was for. */
function partsOf(order: Order, back?: number) {
  const [sale] = BOOKED
  assert.ok(sale && order.payment)
  if (back === undefined) return paidParts(order, { ...sale, amount: order.totalAmount })
  const refund = { number: 1, amount: back, at: AT, who: '', reason: '', idempotencyKey: '' }
  const payment = {
    ...order.payment,
    refunds: [{ id: 'R1', amount: back, at: AT, key: refundKey(order.id, 1) }],
    refundRequests: [{ ...refund, state: 'done' as const, returnNumber: 1 }],
  }
  const refs = { capture: '', transaction: 'R1' }
  const movement = { ...sale, kind: 'refund' as const, isSale: false, amount: 0 - back, refs }
  return paidParts({ ...order, payment }, movement)
}

test('delivery is a part of a sale, and none of what was free of it', () => {
  assert.deepEqual(short(partsOf({ ...SOLD, totalAmount: SOLD.totalAmount + 80 })), [
    ['a', 2, 960, 'M2'],
    ['b', 3, 1440, 'M3'],
    [undefined, 0, 80, ''],
  ])
  assert.deepEqual(short(partsOf(SOLD)).at(-1), [undefined, 0, 0, ''])
})

test('a line is sold in the sizes that were kept, each exchange of its own units alone', () => {
  const units = [
    { index: 0, quantity: 1, size: 'L' as const },
    { index: 1, quantity: 1 },
  ]
  const sizesOf = (state: Returned['state']) =>
    short(partsOf({ ...SOLD, returns: [returned(state, units)] })).map((part) => part[3])
  assert.deepEqual(sizesOf('exchanged'), ['M1 L1', 'M3', ''])
  assert.deepEqual(sizesOf('received'), ['M2', 'M3', ''])
  const whole = [{ index: 0, quantity: 2, size: 'L' as const }]
  const all = partsOf({ ...SOLD, returns: [returned('exchanged', whole)] })
  assert.deepEqual(short(all)[0], ['a', 2, 960, 'L2'])
})

test('a refund for a return is of the units that were not exchanged, and of the whole where those cost nothing', () => {
  const units = [
    { index: 0, quantity: 1, size: 'L' as const },
    { index: 1, quantity: 1 },
  ]
  for (const state of ['exchanged', 'preparing'] as const) {
    const order = { ...SOLD, returns: [returned(state, units)] }
    assert.deepEqual(short(partsOf(order, 480)), [['b', 1, 480, 'M1']])
  }
  const received = { ...SOLD, returns: [returned('received', units)] }
  assert.deepEqual(
    short(partsOf(received, 960)).map(([product, count]) => [product, count]),
    [
      ['a', 1],
      ['b', 1],
    ],
  )
  const [first, second] = SOLD.items
  assert.ok(first && second)
  const gift = { ...first, reduction: first.price * first.quantity }
  const free = { ...SOLD, items: [gift, second], totalAmount: 1440 }
  const both = [
    { index: 0, quantity: 2 },
    { index: 1, quantity: 3 },
  ]
  assert.deepEqual(short(partsOf({ ...free, returns: [returned('received', both)] }, 1440)), [
    ['a', 2, 0, 'M2'],
    ['b', 3, 1440, 'M3'],
  ])
  const giftBack = { ...free, returns: [returned('received', [{ index: 0, quantity: 2 }])] }
  assert.deepEqual(
    short(partsOf(giftBack, 80)).map(([product, count, amount]) => [product, count, amount]),
    [
      ['a', 0, 0],
      ['b', 0, 80],
      [undefined, 0, 0],
    ],
  )
})

type Asked = { readonly number: number; readonly returnNumber: number; readonly state?: 'refused' }

// The parts of the second refund of an order, beside a first one.
function secondRefund(order: Order, first: Asked) {
  const [sale] = BOOKED
  assert.ok(sale && order.payment)
  const refund = {
    amount: 480,
    at: AT,
    who: '',
    reason: '',
    idempotencyKey: '',
    state: 'done' as const,
  }
  const payment = {
    ...order.payment,
    refunds: [{ id: 'R2', amount: 480, at: AT, key: refundKey(order.id, 2) }],
    refundRequests: [
      { ...refund, ...first },
      { ...refund, number: 2, returnNumber: 1 },
    ],
  }
  const refs = { capture: '', transaction: 'R2' }
  const movement = { ...sale, kind: 'refund' as const, isSale: false, amount: -480, refs }
  return short(paidParts({ ...order, payment }, movement))
}

test('the units of a return come back with its first refund, and with no later one', () => {
  const order = { ...SOLD, returns: [returned('received', [{ index: 1, quantity: 1 }])] }
  assert.deepEqual(secondRefund(order, { number: 1, returnNumber: 1 }), [['b', 0, 480, 'M1']])
  for (const first of [
    { number: 1, returnNumber: 1, state: 'refused' as const },
    { number: 1, returnNumber: 7 },
    { number: 3, returnNumber: 1 },
  ]) {
    assert.deepEqual(secondRefund(order, first), [['b', 1, 480, 'M1']], JSON.stringify(first))
  }
  const lost = { ...SOLD, returns: [returned('received', [{ index: 9, quantity: 1 }])] }
  assert.deepEqual(
    secondRefund(lost, { number: 1, returnNumber: 7 }).map(([product]) => product),
    ['a', 'b', undefined],
  )
})

test('money for units that were taken out is of those, any other of the whole', () => {
  const [first] = SOLD.items
  assert.ok(first)
  const out = { ...first, id: 'c', quantity: 1, price: 300, reduction: 0 }
  const order = { ...SOLD, removed: [out], totalAmount: SOLD.totalAmount + 300 }
  assert.deepEqual(short(partsOf(order, 300)), [['c', 1, 300, 'M1']])
  assert.deepEqual(
    short(partsOf(order, 270)).map(([product, units]) => [product, units]),
    [
      ['a', 0],
      ['b', 0],
      ['c', 0],
      [undefined, 0],
    ],
  )
})
