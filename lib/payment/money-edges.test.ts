import assert from 'node:assert/strict'
import { test } from 'node:test'

import { newEvent } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import {
  accountRequested,
  accountProvided,
  manualRefundNotice,
  storedRefundAccounts,
} from '#lib/payment/refund/bank-account-request.ts'
import { withTakenKinds } from '#lib/payment/refund/charged-back.ts'
import {
  recordRefundByHand,
  withdrawPendingRefund,
} from '#lib/payment/refund/record-refund-by-hand.ts'
import type { RefundRequest } from '#lib/payment/refund/refund-record.ts'
import {
  makeRefundManual,
  postponeRefund,
  reserveRefund,
} from '#lib/payment/refund/request-refund.ts'
import { reserveReviewRefund } from '#lib/payment/refund/review-refund.ts'
import { decideCreate } from './create-attempt.ts'
import { isAnswerDue } from './dispute.ts'
import { ecpayMethods } from './methods.ts'
import {
  after,
  at,
  inReview,
  makeAttempt,
  makeCapture,
  makeDispute,
  makeOrder,
  makePayment,
  minute,
  settleAs,
  TOTAL,
} from './orders.fixture.ts'
import { nextCheck } from './payment-checks.ts'
import { canRetryApproval, paymentStatus } from './payment-status.ts'
import { codeAttempt, openPaymentCode } from './payment.ts'
import { withRecord } from './record-money.ts'
import { capturedMoney } from './review-evidence.ts'

type Money = Parameters<typeof makePayment>[1]

const DAY = 24 * 60
const owed: RefundRequest = {
  number: 1,
  amount: 500,
  reason: '',
  idempotencyKey: 'p1',
  who: 'wang',
  state: 'by-hand',
  toBank: true,
  at: at(0),
}
const captured = makeAttempt({ state: 'captured', captureId: 'C1' })

function paid(money: Money = {}, overrides: Partial<Order> = {}): Order {
  const payment = makePayment([captured], { captureId: 'C1', ...money })
  return makeOrder({ status: '已付款', payment, ...overrides })
}

const asks = (...refundRequests: readonly RefundRequest[]) =>
  paid({ refundRequests: [...refundRequests] })

const told = (number: number, days: number) =>
  newEvent('refund.owner-reminded', { number, days }, after(1, 'sweep'))

for (const [what, minutes, history, expected] of [
  ['before its seventh day', 7 * DAY - 1, [], undefined],
  ['on its seventh day', 7 * DAY, [], 7],
  ['on its twelfth day', 12 * DAY, [told(1, 7)], 12],
  ['again on the day', 8 * DAY, [newEvent('note.added', {}, after(1)), told(1, 7)], undefined],
  ['where another refund was told', 8 * DAY, [told(2, 7)], 7],
  ['where an earlier day was told', 13 * DAY, [told(1, 7)], 12],
] as const) {
  test(`a refund that is owed is ${expected === undefined ? 'not told' : `told of as ${expected} days old`} ${what}`, () => {
    const order = { ...asks(owed), history: [...history] }
    const [event] = manualRefundNotice(order, after(minutes, 'sweep'))?.events ?? []
    assert.equal(event?.type === 'refund.owner-reminded' ? event.data.days : undefined, expected)
  })
}

test('an account is asked for and taken only while a transfer is owed under its number', () => {
  const answer = accountProvided(asks(owed), 1, after(9))
  assert.equal(answer.ok, true)
  for (const order of [
    asks(),
    asks({ ...owed, number: 2 }),
    asks({ ...owed, state: 'done' }),
    asks({ ...owed, toBank: undefined }),
  ]) {
    assert.deepEqual(accountProvided(order, 1, after(9)), { ok: false, code: 'link-over' })
    assert.equal(accountRequested(order, 1, after(9, 'owner')), undefined)
  }
})

test('an account is kept to the end of its days, to the millisecond', () => {
  const done = { ...owed, state: 'done' as const, accountAt: at(5), doneAt: at(10) }
  const kept = (minutes: number) => storedRefundAccounts(asks(done), minute(minutes)).length
  assert.deepEqual([kept(10 + 30 * DAY - 1), kept(10 + 30 * DAY)], [1, 0])
})

test('a refund is withdrawn, postponed or handed over only under its own number, while it is open', () => {
  const both = asks({ ...owed, number: 2, amount: 80 }, owed)
  assert.equal(withdrawPendingRefund(both, 1, after(9, 'owner'))?.events.length, 1)
  assert.equal(withdrawPendingRefund(both, 3, after(9, 'owner')), undefined)
  const sending = asks({ ...owed, state: 'sending', toBank: undefined })
  const wait = { issue: 'X', until: at(60) }
  const types = (number: number) => [
    postponeRefund(sending, { number, ...wait }, after(9, 'sweep'))?.events[0]?.type,
    makeRefundManual(sending, { number, issue: 'X' }, after(9, 'sweep'))?.events[0]?.type,
  ]
  assert.deepEqual(types(1), ['refund.postponed', 'refund.made-manual'])
  assert.deepEqual(types(2), [undefined, undefined])
  assert.equal(postponeRefund(asks(owed), { number: 1, ...wait }, after(9, 'sweep')), undefined)
})

test('money that the owner gave back of a review is booked by the end of the review', () => {
  const made = { at: at(8), reference: '' }
  const types = (request: RefundRequest) =>
    recordRefundByHand(asks(request), { number: 1, made }, after(9, 'owner'))?.events.map(
      ({ type }) => type,
    )
  assert.deepEqual(types(owed), ['refund.completed-by-hand', 'money.refunded'])
  const capture = { attempt: 1, captureRef: 'C1' }
  assert.deepEqual(types({ ...owed, capture }), ['refund.completed-by-hand'])
})

test('a refund for a return that the order has not is refused', () => {
  const request = {
    number: 1,
    state: 'received' as const,
    items: [{ index: 0, quantity: 1 }],
    reason: '',
    contact: '',
    requestedAt: at(2),
    changedAt: at(2),
  }
  const order = paid({}, { returns: [{ ...request, number: 2 }, request] })
  const code = (returnNumber?: number) => {
    const input = { amount: 500, key: 'k', ...(returnNumber === undefined ? {} : { returnNumber }) }
    const answer = reserveRefund(order, input, { ...after(9, 'owner'), who: 'w', reason: 'r' })
    return answer.ok ? undefined : answer.code
  }
  assert.deepEqual([code(), code(1), code(3)], [undefined, undefined, 'no-return'])
})

const held = (status: 'completed' | 'partly-refunded' | 'refunded' | 'pending', back: number) => ({
  ...makeCapture({ id: `${status}-${back}`, status }),
  reference: 'PP1',
  refundedAmount: back,
  refunds: [],
})

test('of captures, those hold money of which something is left', () => {
  const captures = [
    held('completed', 0),
    held('completed', TOTAL),
    held('partly-refunded', 80),
    held('refunded', 0),
    held('pending', 0),
  ]
  assert.deepEqual(
    capturedMoney(captures).map(({ id }) => id),
    ['completed-0', 'partly-refunded-80'],
  )
  const ask = (capture: string, order = inReview()) => {
    const answer = reserveReviewRefund(
      order,
      { capture, key: 'k', captures, requests: undefined },
      { ...after(9, 'owner'), reason: '退' },
    )
    return answer.ok ? answer.data?.events.length : answer.code
  }
  assert.deepEqual([ask('all'), ask('completed-0'), ask('refunded-0')], [2, 1, 'nothing-left'])
  assert.equal(ask('all', paid()), 'not-in-review')
  assert.equal(ask('all', makeOrder()), 'not-in-review')
})

test('the shop has to answer a dispute that is open and waits for it', () => {
  const [open, won] = [makeDispute('open'), makeDispute('won', { id: 'D2' })]
  assert.equal(isAnswerDue(paid({ disputes: [won, open] }).payment), true)
  assert.equal(isAnswerDue(paid({ disputes: [won] }).payment), false)
  assert.equal(isAnswerDue(paid({ disputes: [{ ...open, isAnswered: true }] }).payment), false)
  assert.equal(isAnswerDue(undefined), false)
})

const lost = (amount: number) =>
  makeDispute('lost', { id: `D${amount}`, amount, channel: 'bank' as const })

test('of new money that went back without a key of the shop, as much is taken as disputes explain', () => {
  const refunds = [
    { id: 'own', amount: 500, at: at(8), key: 'refund:doc-1:1' },
    { id: 'known', amount: 500, at: at(9) },
    { id: 'new', amount: 500, at: at(7) },
    { id: 'other', amount: 80, at: at(10) },
  ]
  const known = [{ id: 'known', amount: 500, at: at(9) }]
  // The second one is on no list yet.
  for (const disputes of [[lost(500)], [lost(500), lost(300)]]) {
    const capture = makeCapture({ status: 'partly-refunded' })
    const taken = withTakenKinds({ refunds: known, disputes }, capture, refunds)
    assert.deepEqual(
      taken.map(({ kind }) => kind),
      [undefined, undefined, 'chargeback', undefined],
    )
  }
})

const record = (attempt: number, captureId: string) => {
  const attempts = [
    makeAttempt({ state: 'closed', captureId: 'C1' }),
    makeAttempt({ number: 2, state: 'captured', captureId: 'C2' }),
  ]
  const order = makeOrder({ payment: makePayment(attempts, { captureId }) })
  const held = { attempt, capture: makeCapture({ id: `C${attempt}` }) }
  const events = withRecord(order, [], { payment: makePayment([]), held }, after(9, 'provider'))
  return events.map(({ type, data }) => [type, 'capture' in data && data.capture])
}

test('what an answer shows beyond its events is noted with the capture that pays, unless that is known', () => {
  const status = 'completed'
  assert.deepEqual(record(2, 'C2'), [])
  assert.deepEqual(record(2, 'C1'), [['money.recorded', { attempt: 2, captureRef: 'C2', status }]])
  assert.deepEqual(record(1, 'C1'), [['money.recorded', { attempt: 1, captureRef: 'C1', status }]])
})

test('a taking that was noted before it was listed is reported once, and no refund beside it is taken for it', () => {
  const known = { refundedAmount: 500, unlisted: 'chargeback' as const }
  const disputes = [makeDispute('lost', { amount: 500, channel: 'bank' as const })]
  const order = paid({ ...known, disputes })
  const refunds = [
    { id: 'R0', amount: 80, at: at(8) },
    { id: 'R1', amount: 500, at: at(7) },
  ]
  const capture = makeCapture({ status: 'partly-refunded' })
  const verdict = { kind: 'captured', capture, refundedAmount: 580, refunds } as const
  const told = settleAs(order, verdict)
  assert.deepEqual(
    told.history.flatMap(({ type, data }) => ('refundRef' in data ? [[type, data.refundRef]] : [])),
    [['money.refunded', 'R0']],
  )
  assert.deepEqual([told.payment?.refundedAmount, told.payment?.unlisted], [580, undefined])
})

test('ECPay’s ways are those that the setting names, and none where it names another', () => {
  assert.deepEqual(ecpayMethods('atm, card'), ['ecpay-card', 'atm'])
  assert.deepEqual(ecpayMethods(), ['ecpay-card'])
  assert.equal(ecpayMethods('card,bitcoin'), undefined)
  assert.equal(ecpayMethods(''), undefined)
})

test('a number is open until the millisecond of its deadline', () => {
  const shown = { number: '12345678901234' }
  const payment = makePayment([
    makeAttempt({ method: 'atm', provider: 'ecpay-code', shown, expiresAt: at(60) }),
  ])
  const open = (minutes: number) => openPaymentCode(payment, minute(minutes))?.number
  assert.deepEqual([open(59), open(60), open(61)], [1, undefined, undefined])
  const by = { provider: 'ecpay-code', method: 'atm' } as const
  const press = (minutes: number) =>
    decideCreate(makeOrder({ payment }), by, { now: minute(minutes), by: 'member' }).kind
  assert.deepEqual([press(59), press(60)], ['reuse', 'create'])
  // One that is over, that nobody was shown, or without a deadline is none.
  for (const [number, none] of [
    [1, {}],
    [undefined, { state: 'closed' }],
    [undefined, { shown: undefined }],
    [undefined, { expiresAt: undefined }],
  ] as const) {
    const attempts = payment.attempts.map((attempt) => ({ ...attempt, ...none }))
    assert.equal(codeAttempt({ attempts })?.number, number)
  }
})

test('a refusal is tried again by the same attempt only while the order stands declined by it', () => {
  const refused = makeAttempt({ state: 'refused', reason: 'INSTRUMENT_DECLINED', refusals: 1 })
  const declined = makePayment([refused])
  assert.equal(canRetryApproval({ payment: declined }), true)
  assert.equal(canRetryApproval({ payment: { ...declined, state: 'review' } }), false)
  assert.equal(
    canRetryApproval({ payment: makePayment([{ ...refused, state: 'closed', refusedAt: at(2) }]) }),
    false,
  )
})

test('a double of a payment is no blocked order while one attempt holds money', () => {
  const review = { reason: 'duplicate-invoice' as const, at: at(5) }
  const status = (...attempts: Parameters<typeof makePayment>[0]) =>
    paymentStatus(makeOrder({ payment: makePayment(attempts, { review }) }))
  const open = makeAttempt({ number: 2 })
  assert.notEqual(status(open), status(captured))
  assert.equal(status(open, captured), status(captured))
})

const check = (...requests: readonly RefundRequest[]) =>
  nextCheck(asks(...requests), minute(10), 0)?.at

const putOff = (number: number, minutes: number): RefundRequest => ({
  ...owed,
  number,
  state: 'sending',
  toBank: undefined,
  notBefore: at(minutes),
})

test('what no provider takes now is looked at when the first of its waits is over', () => {
  assert.equal(check(putOff(1, 90), putOff(2, 60)), at(60))
  assert.equal(check(putOff(1, 5)), at(11))
  assert.notEqual(check(putOff(1, 90), { ...putOff(2, 60), notBefore: undefined }), at(90))
})

const noticeAt = (minutes: number) => nextCheck(asks(owed), minute(minutes), 0)?.at

test('the owner’s notice of an owed refund is due at its moment, and the next one after it', () => {
  assert.equal(noticeAt(7 * DAY - 1), at(7 * DAY))
  assert.equal(noticeAt(7 * DAY), at(12 * DAY))
  // A look that is urgent at the same moment stays so.
  const sending = { ...owed, number: 2, state: 'sending' as const }
  const next = nextCheck(asks(owed, sending), minute(7 * DAY - 1), 0)
  assert.deepEqual([next?.at, next?.urgent], [at(7 * DAY), true])
})
