import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  bookingFindings,
  bookingsFrom,
  isSale,
  missingSales,
  orderOf,
  type PaypalTransaction,
  unmatchedBookings,
} from '#lib/ledger/disagreements.ts'
import type { StoredMovement } from '#lib/ledger/entries.ts'
import type { Order } from '#lib/order/order.ts'
import {
  at,
  makeAttempt,
  makeDispute,
  makeOrder,
  makePayment,
  makeProviderOrder,
  NUMBER,
  TOTAL,
} from '#lib/payment/orders.fixture.ts'
import { type Movement, movements, movementTotals } from './books.ts'

const SPAN = { from: at(0), until: at(60) }

const booking = (overrides: Partial<PaypalTransaction> = {}): PaypalTransaction => ({
  id: 'C1',
  kind: 'payment',
  status: 'S',
  amount: TOTAL,
  fee: 0,
  currency: 'TWD',
  invoiceId: NUMBER,
  captureId: 'C1',
  at: at(10),
  ...overrides,
})

const stored = (overrides: Partial<StoredMovement> = {}): StoredMovement => ({
  id: 'm1',
  at: at(20),
  orderId: 'doc-1',
  orderNumber: NUMBER,
  provider: 'paypal',
  kind: 'reversal',
  isSale: false,
  amount: -500,
  refs: { capture: 'C1', transaction: '' },
  ...overrides,
})

function paid(money: Parameters<typeof makePayment>[1] = {}, captureId = 'C1'): Order {
  const attempts = [makeAttempt(), makeAttempt({ number: 2, state: 'captured', captureId })]
  return makeOrder({ status: '已付款', payment: makePayment(attempts, { captureId, ...money }) })
}

test('a booking of nothing is no sale', () => {
  assert.deepEqual(
    [isSale(booking()), isSale(booking({ amount: 0 })), isSale(booking({ status: 'P' }))],
    [true, false, false],
  )
})

test('a booking matches by its id and amount, and never in another currency', () => {
  const known = [stored({ amount: TOTAL, refs: { capture: 'C1', transaction: 'C1' } })]
  const left = (overrides: Partial<PaypalTransaction>) =>
    unmatchedBookings([booking(overrides)], known).length
  assert.deepEqual(
    [left({}), left({ amount: 1 }), left({ id: 'C2' }), left({ currency: 'USD' })],
    [0, 1, 1, 1],
  )
})

test('a booking is of the order of which any attempt has its capture', () => {
  const order = paid()
  assert.equal(orderOf(booking({ invoiceId: 'other' }), [order]), order)
  assert.equal(orderOf(booking({ invoiceId: 'other', captureId: 'C9' }), [order]), undefined)
})

const DISPUTED: readonly (readonly [
  what: string,
  changedAt: string,
  state: 'open' | 'won',
  found: boolean,
])[] = [
  ['before an open dispute changed', at(20), 'open', false],
  ['after an open dispute changed', at(5), 'open', false],
  ['before a dispute was won', at(20), 'won', false],
  ['in the moment in which it was won', at(10), 'won', false],
  ['after it was won', at(5), 'won', true],
]
for (const [what, changedAt, state, isFound] of DISPUTED) {
  test(`money that was taken ${what} is ${isFound ? 'a finding' : 'explained by it'}`, () => {
    const order = paid({ disputes: [makeDispute(state, { changedAt })] })
    const taken = booking({ id: 'R1', kind: 'chargeback', amount: -500 })
    const found = bookingFindings([taken], [order]).map((bookingFinding) => bookingFinding.what)
    assert.deepEqual(found, isFound ? ['chargeback-not-recorded'] : [])
  })
}

test('a refund of the report is known by its own id, or as a part of what went back', () => {
  const back = booking({ id: 'R1', kind: 'refund', amount: -500 })
  const found = (order: Order) => bookingFindings([back], [order]).length
  const listed = (id: string) =>
    paid({ refundedAmount: 500, refunds: [{ id, amount: 500, at: at(9) }] })
  assert.deepEqual([found(listed('R1')), found(listed('R2'))], [0, 1])
  assert.deepEqual(
    [found(paid({ refundedAmount: 500 })), found(paid({ refundedAmount: 499 }))],
    [0, 1],
  )
})

for (const [what, known, own, isOwn] of [
  ['its own kind', { kind: 'reversal' }, {}, false],
  ['another taking', { kind: 'chargeback' }, {}, false],
  ['a return of taken money', { kind: 'returned' }, {}, true],
  ['a return that is recorded as one', { kind: 'returned' }, { kind: 'returned' }, false],
  ['a refund', { kind: 'refund' }, {}, true],
  ['a refund that is recorded as one, without an id', { kind: 'refund' }, { kind: 'refund' }, true],
  ['the same payment under another number', { kind: 'reversal', invoiceId: 'x' }, {}, false],
  ['the same number with another capture', { kind: 'reversal', captureId: 'x' }, {}, false],
  ['another payment', { kind: 'reversal', captureId: 'x', invoiceId: 'x' }, {}, true],
] as const) {
  test(`taken money without an id, beside ${what}, is ${isOwn ? 'a row of its own' : 'in the books'}`, () => {
    const rows = movements(
      {
        booked: [booking({ id: 'T1', amount: -500, ...known })],
        stored: [stored(own)],
        orderOf: () => undefined,
      },
      SPAN,
    )
    assert.equal(rows.length, isOwn ? 2 : 1)
  })
}

test('a sale of no amount is no sale of the totals', () => {
  const row: Movement = {
    at: at(1),
    kind: 'sale',
    amount: 0,
    fee: 0,
    currency: 'TWD',
    transaction: '',
    number: '',
    order: undefined,
    isBooked: true,
    provider: 'paypal',
  }
  assert.equal(movementTotals([row, { ...row, amount: 5 }]).sales, 1)
})

const countMissing = (overrides: Partial<StoredMovement>) =>
  missingSales([], [stored({ kind: 'sale', isSale: true, amount: TOTAL, ...overrides })]).length

test('only sales of a provider with books are missing in them', () => {
  assert.deepEqual(
    [countMissing({}), countMissing({ isSale: false }), countMissing({ provider: 'cash' })],
    [1, 0, 0],
  )
})

test('a payment that holds nothing has no bookings, and one that does says its own', () => {
  assert.deepEqual(bookingsFrom(makeProviderOrder({ captures: [] }), at(1)), [])
  const [first] = bookingsFrom(makeProviderOrder(), at(1))
  assert.equal(first?.kind, 'payment')
})
