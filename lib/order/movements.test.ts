import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  makeAttempt,
  makeCapture,
  makeOrder,
  makePayment,
  TOTAL,
} from '../payment/orders.fixture.ts'
import { makeParcel } from '../parcel/parcels.fixture.ts'
import type { Payment } from '../payment/payment.ts'
import type { NotedPayment } from './event-causes.ts'
import { newEvent } from './events.ts'
import { movementsBetween, type StoredMovement } from './movements.ts'
import type { Order } from './order.ts'

const TAKEN = '2026-11-21T02:09:00.000Z'
const HEARD = '2026-12-05T02:00:00.000Z'

const makeNoted = (state: NotedPayment) =>
  newEvent('payment.noted', { state }, { now: new Date(HEARD), by: 'provider' })

function makePaid(payment: Partial<Omit<Payment, 'state'>> = {}, ...states: NotedPayment[]): Order {
  const attempts = [makeAttempt({ state: 'captured', captureId: 'C1' })]
  const history = [makeNoted('paid'), ...states.map(makeNoted)]
  return makeOrder({
    status: '已付款',
    paidAt: '2026-11-21T02:10:00.000Z',
    paymentDetails: { ...makeCapture({ createTime: TAKEN }) },
    payment: makePayment(attempts, { captureId: 'C1', ...payment }),
    history,
  })
}

const refunds = [{ id: 'R1', amount: 80, at: '2026-11-22T00:00:00Z' }]
const refunded = makePaid({ refunds, refundedAmount: 80 }, 'partly-refunded')
const charged = makePaid(
  { refunds, refundedAmount: TOTAL, unlisted: 'chargeback' },
  'partly-refunded',
  'charged-back',
)
const wonBack = makePaid(
  { refunds, refundedAmount: 80 },
  'partly-refunded',
  'charged-back',
  'won-back',
)

const short = (moved: readonly StoredMovement[]) =>
  moved.map(({ kind, amount, at }) => [kind, amount, at])
const sum = (moved: readonly StoredMovement[]) =>
  moved.reduce((total, { amount }) => total + amount, 0)

test('a sale is written with its capture, by the time at which the provider took it (rule 621)', () => {
  assert.deepEqual(movementsBetween(makeOrder(), makePaid()), [
    {
      id: 'doc-1-1-C1',
      at: TAKEN,
      orderId: 'doc-1',
      orderNumber: 'Order2026112110-0001',
      provider: 'paypal',
      kind: 'sale',
      isSale: true,
      amount: TOTAL,
      refs: { capture: 'C1', transaction: 'C1' },
    },
  ])
})

test('an order without money, and a change of anything else, moves none', () => {
  assert.deepEqual(movementsBetween(undefined, makeOrder()), [])
  assert.deepEqual(movementsBetween(makePaid(), { ...makePaid(), status: '已出貨' }), [])
})

test('what goes back is written once, and what a bank took and gave back too (rule 621)', () => {
  const steps = [makePaid(), refunded, charged, wonBack]
  const moved = steps.map((after, index) => movementsBetween(steps[index - 1], after))
  assert.deepEqual(moved.map(short), [
    [['sale', TOTAL, TAKEN]],
    [['refund', -80, '2026-11-22T00:00:00.000Z']],
    [['chargeback', 80 - TOTAL, HEARD]],
    [['returned', TOTAL - 80, HEARD]],
  ])
  const ids = moved.flat().map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
})

// Every way through these states, as lost and repeated events make them.
const states = [makeOrder(), makePaid(), refunded, charged, wonBack]

for (const before of states) {
  for (const after of states) {
    const [from, to] = [before, after].map((one) => states.indexOf(one))
    test(`the movements from state ${from} to ${to} add up to what was kept (rule 621)`, () => {
      const all = [...movementsBetween(undefined, before), ...movementsBetween(before, after)]
      const { payment, totalAmount } = after
      const kept = payment ? totalAmount - payment.refundedAmount : 0
      assert.equal(sum(all), kept)
      assert.equal(sum(movementsBetween(undefined, after)), kept)
    })
  }
}

test('a charge that a refund explains later is counted once', () => {
  const listed = [
    ...refunds,
    { id: 'CB', amount: TOTAL - 80, at: HEARD, kind: 'chargeback' as const },
  ]
  const explained = makePaid(
    { refunds: listed, refundedAmount: TOTAL },
    'partly-refunded',
    'charged-back',
    'refunded',
  )
  const moved = movementsBetween(charged, explained)
  assert.equal(sum(moved), 0)
  assert.ok(moved.every(({ kind }) => kind === 'chargeback'))
})

const parcel = (fee: number | undefined) => {
  const shipped = makeParcel(fee === undefined ? {} : { fee, feeAt: HEARD })
  return { ...makePaid(), parcels: [shipped] }
}

test("a carrier's fee is a movement of its own, once, and no money of the buyer's (rule 730)", () => {
  const steps = [parcel(undefined), parcel(60), parcel(60), parcel(65)]
  const moved = steps.map((after, index) => movementsBetween(steps[index - 1] ?? makePaid(), after))
  const fees = moved.map((some) => some.map(({ kind, amount, fee, at }) => [kind, amount, fee, at]))
  assert.deepEqual(fees, [[], [['parcel', 0, -60, HEARD]], [], [['parcel', 0, -5, HEARD]]])
  assert.equal(moved[1]?.[0]?.provider, 'ecpay')
  assert.equal(moved[1][0].refs.transaction, makeParcel().number)
})
