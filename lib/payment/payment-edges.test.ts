import assert from 'node:assert/strict'
import { test } from 'node:test'

import { IN_FLIGHT } from '#lib/operation/timing.ts'
import { newEvent } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { item } from '#lib/order/placement.fixture.ts'
import { storedRefundAccounts } from '#lib/payment/refund/bank-account-request.ts'
import type { RefundRequest } from '#lib/payment/refund/refund-record.ts'
import { claimRefund } from '#lib/payment/refund/request-refund.ts'
import { reserveReviewRefund, withReviewRefunds } from '#lib/payment/refund/review-refund.ts'
import { notePaidNotice } from './close-overdue.ts'
import { mayLeave } from './create-attempt.ts'
import { extendWhileAway } from './extend-reservation.ts'
import { findMethod } from './methods.ts'
import {
  after,
  afterChange,
  at,
  inReview,
  makeAttempt,
  makeCapture,
  makeOrder,
  makePayment,
  makeProviderOrder,
  minute,
  withAttempts,
} from './orders.fixture.ts'
import { nextCheck, watchedAttempts, watchTimes } from './payment-checks.ts'
import { paymentCodeProblem } from './payment-code.ts'
import type { Attempt } from './payment.ts'
import { booksBehind, termsOf } from './provider-terms.ts'
import { ignoreProviderProblem, ProviderProblem } from './provider.ts'
import { findProvider } from './providers.ts'
import { withManualRefunds } from './read-payment.ts'
import { inKnownOrder } from './record-money.ts'
import { applyVerdict } from './settlement.ts'

const MINUTE = 60_000
const later = (time: number) => new Date(time)

const card = makeAttempt({ provider: 'ecpay', method: 'ecpay-card', reference: 'EC1' })
const number = makeAttempt({
  provider: 'ecpay-code',
  method: 'atm',
  reference: 'EC1',
  shown: { bank: '004', number: '9086413191377693' },
  expiresAt: at(2880),
})

test('a way to pay and the books of a provider are found by their own name alone', () => {
  assert.equal(findMethod('card'), 'card')
  assert.equal(findMethod('cash'), undefined)
  assert.equal(booksBehind('paypal'), termsOf('paypal').booksBehind)
  assert.notEqual(booksBehind('paypal'), undefined)
  assert.equal(booksBehind(undefined), undefined)
  assert.equal(booksBehind('cash'), undefined)
})

test('a buyer may leave with a number until its time is over, to the millisecond', () => {
  const { leavesFor = 0 } = termsOf('ecpay').takesByItself ?? {}
  assert.ok(leavesFor > 0)
  const end = minute(1).getTime() + leavesFor
  assert.equal(mayLeave(card, { now: later(end - 1) }), true)
  assert.equal(mayLeave(card, { now: later(end) }), false)
})

const toldOf = (attempt: Partial<Attempt>) =>
  notePaidNotice(withAttempts({ ...card, ...attempt }), 'EC1', after(9, 'provider'))?.events[0]
    ?.type

test('a word of money counts for what may still bring some, and not for what went back', () => {
  assert.equal(toldOf({}), 'attempt.paid-notice')
  assert.equal(toldOf({ state: 'closed' }), 'attempt.paid-notice')
  // Its capture was one that the bank refused.
  assert.equal(toldOf({ state: 'closed', captureId: 'C1', refusals: 1 }), 'attempt.paid-notice')
  assert.equal(toldOf({ state: 'closed', captureId: 'C1' }), undefined)
  // It is known, is no attempt of the order, or a person decides.
  const review = { reason: 'amount' as const, at: at(5) }
  const decided = makeOrder({ payment: makePayment([card], { review }) })
  assert.equal(toldOf({ state: 'capturing' }), undefined)
  assert.equal(notePaidNotice(withAttempts(card), 'EC9', after(9, 'provider')), undefined)
  assert.equal(notePaidNotice(decided, 'EC1', after(9, 'provider')), undefined)
})

const stock = {
  taken: new Map([['a', { stock: 0, preorder: 0 }]]),
  products: [{ id: 'a', stock: 100 }],
}
const kept = (reservation: Order['reservation']) =>
  extendWhileAway(
    makeOrder({ items: [item(1)], ...(reservation ? { reservation } : {}) }),
    stock,
    after(0),
  )?.events[0]?.data

test('units that are kept longer count for whom they counted before', () => {
  const reservation = { until: at(30), products: ['a'] }
  assert.deepEqual(kept({ ...reservation, firstTimeGroup: 'unverified' }), {
    ...reservation,
    until: at(45),
    firstTimeGroup: 'unverified',
  })
  assert.deepEqual(kept(reservation), { ...reservation, until: at(45) })
  assert.deepEqual(kept({ reservationExpiredAt: at(0) }), {
    ...reservation,
    until: at(45),
    firstTimeGroup: 'verified',
  })
})

test('nothing is kept longer for who has paid, keeps the units so long anyway, or was given more time three times', () => {
  const order = makeOrder({ items: [item(1)], reservation: { until: at(30), products: ['a'] } })
  const asked = (overrides: Partial<Order>) =>
    extendWhileAway({ ...order, ...overrides }, stock, after(0)) !== undefined
  assert.equal(asked({}), true)
  assert.equal(asked({ status: '已付款' }), false)
  assert.equal(asked({ reservation: { until: at(45), products: ['a'] } }), false)
  const extended = newEvent('reservation.extended', { until: at(30), products: ['a'] }, after(0))
  assert.equal(asked({ history: [extended, extended] }), true)
  assert.equal(asked({ history: [extended, extended, extended] }), false)
})

const isTimed = (one: Attempt) => watchTimes(one).length > 0

test('a number is watched where the provider has it, and its money did not come or go back', () => {
  const { reference: _reference, ...unmade } = number
  assert.deepEqual(
    [
      number,
      unmade,
      { ...number, state: 'captured' as const },
      { ...number, state: 'closed' as const },
      { ...number, state: 'closed' as const, captureId: 'C1' },
      { ...number, state: 'closed' as const, captureId: 'C1', refusals: 1 },
    ].map(isTimed),
    [true, false, false, true, false, true],
  )
})

test('an open number is shown again whatever forbids another one', () => {
  const order = makeOrder({
    items: [item(9)],
    payment: makePayment([number]),
    emailUnverified: true,
  })
  const { products } = stock
  assert.equal(paymentCodeProblem(order, 'atm', { products, now: minute(9) }), undefined)
  assert.equal(paymentCodeProblem(order, 'cvs', { products, now: minute(9) }), 'unverified')
})

const ids = (some: readonly { readonly id: string }[]) => some.map(({ id }) => id)
const refund = (id: string, amount = 100) => ({ id, amount, at: at(9) })

test('refunds stand in the order in which they became known, new ones last', () => {
  const known = [refund('R2'), refund('R1')]
  assert.deepEqual(ids(inKnownOrder(known, [refund('R3'), refund('R1'), refund('R2')])), [
    'R2',
    'R1',
    'R3',
  ])
})

const request = (overrides: Partial<RefundRequest> = {}): RefundRequest => ({
  number: 1,
  amount: 500,
  state: 'sending',
  idempotencyKey: 'P1',
  reason: '',
  who: 'wang',
  at: at(20),
  ...overrides,
})
const paidWith = (requests: readonly RefundRequest[], more = {}) => {
  const attempt = makeAttempt({ state: 'captured', captureId: 'C1', provider: 'line-pay' })
  const payment = makePayment([attempt], {
    captureId: 'C1',
    refundRequests: [...requests],
    ...more,
  })
  return makeOrder({ status: '已付款', payment })
}

test('a refund that waits for its provider’s hours is claimed by nobody before', () => {
  const claim = { number: 1, claim: 'one' }
  const order = paidWith([request({ notBefore: at(40) })])
  assert.equal(claimRefund(order, claim, after(39, 'sweep')), undefined)
  assert.equal(claimRefund(order, claim, after(40, 'sweep'))?.events[0]?.type, 'refund.sent')
  assert.equal(claimRefund(order, { ...claim, number: 2 }, after(40, 'sweep')), undefined)
  assert.equal(claimRefund(makeOrder(), claim, after(40, 'sweep')), undefined)
})

const accountsKept = (one: Partial<RefundRequest>) =>
  storedRefundAccounts(paidWith([request(one)]), minute(60)).length

test('an account is kept after a refund that was made and for which one was named', () => {
  const done = { state: 'done', doneAt: at(30) } as const
  const named = { accountAt: at(25) }
  assert.equal(accountsKept({ ...done, ...named }), 1)
  assert.equal(accountsKept(done), 0)
  assert.equal(accountsKept({ ...named, doneAt: at(30) }), 0)
  assert.equal(accountsKept({ ...named, state: 'done' }), 0)
})

test('a refund by hand is beside what the provider lists, and one that it took back whole stays so', () => {
  const attempt = makeAttempt({ state: 'captured', captureId: 'C1', provider: 'ecpay' })
  const order = makeOrder({
    status: '已付款',
    payment: makePayment([attempt], {
      captureId: 'C1',
      refunds: [refund('R0', 500)],
      refundRequests: [
        request({ state: 'done', doneAt: at(30), made: { at: at(30), reference: 'X' } }),
      ],
    }),
  })
  const shown = (status: 'completed' | 'refunded') =>
    withManualRefunds(order, makeProviderOrder({ captures: [makeCapture({ status })] })).captures[0]
      ?.status
  assert.equal(shown('completed'), 'partly-refunded')
  assert.equal(shown('refunded'), 'refunded')
  const listed = (...refunds: readonly ReturnType<typeof refund>[]) =>
    withManualRefunds(order, makeProviderOrder({ refunds })).refunds.map(({ id }) => id)
  // New and of its amount, it is the same one.
  assert.deepEqual(listed(refund('R1', 500)), ['by-hand-1'])
  assert.deepEqual(listed(refund('R1', 80), refund('R2', 500)), ['R1', 'by-hand-1'])
  assert.deepEqual(listed(refund('R0', 500)), ['R0', 'by-hand-1'])
})

test('a provider that nobody knows is none of the shop’s', () => {
  assert.equal(findProvider('paypal').numberOf('N1', 2), 'N1')
  assert.throws(() => findProvider('cash'), { message: 'Unknown payment provider: cash' })
})

test('a page goes on without a provider that does not answer, and with no other failure', () => {
  const silent = new ProviderProblem('find', { kind: 'unknown', issue: 'HTTP_503' })
  assert.equal(ignoreProviderProblem(silent), undefined)
  assert.throws(() => ignoreProviderProblem(new TypeError('broken')), TypeError)
})

const owner = { ...after(60, 'owner'), who: 'wang' }

test('money of a review goes back with a reason, and what the provider says of it is shown as it is', () => {
  const requested = { capture: 'all', key: 'P1', requests: undefined }
  const held = { ...makeCapture(), reference: 'PP1', refundedAmount: 0, refunds: [] }
  const ask = (reason: string) =>
    reserveReviewRefund(inReview(), { ...requested, captures: [held] }, { ...owner, reason })
  assert.deepEqual(ask(' '), { ok: false, code: 'no-reason' })
  const asked = ask('買家要退')
  assert.ok(asked.ok && asked.data)
  const order = afterChange(inReview(), asked.data)
  const key = `refund:${order.id}:1`
  const told = (
    answer: Parameters<typeof makeProviderOrder>[0] | undefined,
    from = order,
    reference = 'PP1',
  ) =>
    withReviewRefunds(
      from,
      undefined,
      { reference, answer: answer && makeProviderOrder(answer) },
      after(61, 'provider'),
    )?.events.map(({ type }) => type)
  assert.deepEqual(told({ unfinished: [{ key, state: 'pending' }] }), ['refund.pending'])
  assert.deepEqual(told({ unfinished: [{ key, state: 'failed' }] }), ['refund.refused'])
  const done = { captures: [makeCapture({ status: 'refunded' })] }
  assert.deepEqual(told(done), ['refund.done'])
  assert.equal(told({}), undefined)
  assert.equal(told(undefined), undefined)
  assert.equal(told(done, order, 'PP9'), undefined)
  // Outside of a review a refund is settled with its money.
  const failed = { unfinished: [{ key, state: 'failed' as const }] }
  assert.equal(told(failed, paidWith(order.payment?.refundRequests ?? [])), undefined)
  assert.equal(told(failed, makeOrder()), undefined)
})

test('what the provider does not know ends after two minutes, and money that it reviewed after its window, to the millisecond', () => {
  const missing = { kind: 'missing' } as const
  const seen = (order: Order, now: number) =>
    applyVerdict(
      order,
      { reference: 'PP1', verdict: missing, before: order },
      {
        now: later(now),
        by: 'sweep',
      },
    )?.events.map(({ type }) => type)
  const open = withAttempts(makeAttempt({ missingAt: at(400) }))
  const silent = minute(400).getTime() + IN_FLIGHT
  assert.equal(seen(open, silent - 1), undefined)
  assert.deepEqual(seen(open, silent), ['attempt.closed'])
  const pending = withAttempts(makeAttempt({ state: 'pending', missingAt: at(400) }))
  const number = makeAttempt({ provider: 'ecpay', method: 'ecpay-card' })
  const brought = minute(1).getTime() + (termsOf('ecpay').takesByItself?.unknownFor ?? 0)
  assert.equal(seen(withAttempts(number), brought - 1), undefined)
  assert.deepEqual(seen(withAttempts(number), brought), ['attempt.missing'])
  const shown = withAttempts({ ...number, expiresAt: at(2880), missingAt: at(400) })
  const ends = minute(2880).getTime() + (termsOf('ecpay').takesByItself?.lag ?? 0)
  assert.equal(seen(shown, ends), undefined)
  assert.deepEqual(seen(shown, ends + 1), ['attempt.closed'])
  const lost = minute(400).getTime() + termsOf('paypal').openFor
  assert.equal(seen(pending, lost), undefined)
  assert.deepEqual(seen(pending, lost + 1), ['review.opened'])
})

test('a number is watched for a day beyond each of its times, and a look that is due stays so until it was made', () => {
  const attempt = { ...number, state: 'closed' as const }
  const order = withAttempts(attempt)
  const [first = 0] = watchTimes(attempt)
  const last = watchTimes(attempt).at(-1) ?? 0
  const DAY = 24 * 60 * MINUTE
  assert.equal(watchedAttempts(order, later(last + DAY - 1)).length, 1)
  assert.equal(watchedAttempts(order, later(last + DAY)).length, 0)
  const due = { ...order, check: { at: new Date(first).toISOString(), urgent: false, looks: 0 } }
  assert.equal(nextCheck(due, later(first), 0)?.at, new Date(first).toISOString())
  assert.notEqual(nextCheck(due, later(first), 1)?.at, new Date(first).toISOString())
})
