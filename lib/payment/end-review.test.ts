import assert from 'node:assert/strict'
import { test } from 'node:test'

import { paidParts } from '#lib/ledger/paid-parts.ts'
import { mailsOf } from '#lib/mail/order-mails.ts'
import { movementsOf } from '#lib/order/apply.ts'
import { orderView } from '#lib/order/order-view.ts'
import type { Order } from '#lib/order/order.ts'
import { movementsSince } from '#lib/order/since.fixture.ts'
import { orderRow } from '#lib/owner/export-row.ts'
import { returnedMoneyAmount } from '#lib/payment/refund/returned-capture.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import {
  back,
  context,
  end,
  kept,
  makeHeld,
  nothing,
  paidBack,
  twice,
} from './end-review.fixture.ts'
import { acceptedEnds } from './end-review.ts'
import { endReview, type ReviewRefusal } from './end-review.ts'
import {
  at,
  attemptOf,
  inReview,
  inStock,
  makeAttempt,
  makePayment,
  minute,
  settleAs,
  TOTAL,
  withAttempts,
} from './orders.fixture.ts'
import { isPayable } from './payment-headline.ts'
import { paymentStatus } from './payment-status.ts'
import type { ReviewEnd } from './review-end.ts'
import type { ReviewCapture, ProviderBooks } from './review-evidence.ts'

const BACK = [{ id: 'R1', amount: 80, at: '2026-11-21T04:00:00Z' }]

test('money that came after an order was cancelled can be kept', () => {
  assert.equal(end('paid', { captures: [kept] }, inReview({ status: '已取消' })).status, '已付款')
})

test('only the ends that the shop would accept are offered, the likeliest first', () => {
  const order = inReview()
  const other = makeHeld('C1', 'completed', { amount: TOTAL - 80 })
  const offered = (captures: readonly ReviewCapture[]) => acceptedEnds(order, captures).join()
  assert.equal(offered([kept]), 'paid')
  assert.equal(offered([other]), '')
  assert.equal(offered([kept, makeHeld('C3', 'completed')]), '')
  assert.equal(offered([makeHeld('C1', 'pending')]), '')
  assert.equal(offered([back]), 'refunded')
  assert.equal(offered([]), 'expired,refunded')
})

test('with everything given back the payment is refunded and the status stays', () => {
  const order = end('refunded', { captures: [back] })
  assert.equal(order.payment?.state, 'refunded')
  assert.equal(order.payment.captureId, 'C2')
  assert.equal(attemptOf(order, 2).state, 'captured')
  assert.equal(order.status, '待付款')
})

test('an order paid elsewhere under its number and refunded there is refunded', () => {
  const order = end('refunded', { captures: [], booked: paidBack })
  assert.equal(order.payment?.state, 'refunded')
  assert.equal(order.payment.refundedAmount, TOTAL)
})

test('with nothing captured and nothing in the books the order may be paid anew', () => {
  const captures = [makeHeld('C1', 'declined'), makeHeld('C2', 'declined')]
  const order = end('expired', { captures, booked: nothing })
  assert.equal(order.payment?.state, 'expired')
  assert.equal(order.payment.captureId, undefined)
  assert.equal(order.status, '待付款')
  assert.partialDeepStrictEqual(order.history.at(-1), { data: { end: 'expired' } })
  assert.equal(paymentStatus(order), 'expired')
  assert.notEqual(order.check, undefined)
})

const refusals: [string, ReviewEnd, ReviewCapture[], ReviewRefusal, ProviderBooks?][] = [
  ['paid without any money', 'paid', [], 'not-one-capture'],
  ['paid with only refunded money', 'paid', [back], 'not-one-capture'],
  ['paid twice', 'paid', [kept, makeHeld('C3', 'completed')], 'not-one-capture'],
  ['paid while a capture is pending', 'paid', [kept, makeHeld('C3', 'pending')], 'pending-money'],
  ['refunded while money is left', 'refunded', [kept, back], 'money-left'],
  ['refunded in part', 'refunded', [makeHeld('C1', 'partly-refunded')], 'money-left'],
  ['refunded without a refund', 'refunded', [makeHeld('C1', 'declined')], 'no-refund', nothing],
  ['refunded before the books are asked', 'refunded', [], 'books-behind'],
  ['refunded while money is left elsewhere', 'refunded', [], 'booked', { payments: 2, left: 1 }],
  ['expired while money is held', 'expired', [kept], 'money-left', nothing],
  ['expired while a capture is pending', 'expired', [makeHeld('C1', 'pending')], 'pending-money'],
  ['expired after a refund', 'expired', [back], 'given-back', nothing],
  ['expired before the books are asked', 'expired', [], 'books-behind'],
  ['expired while paid elsewhere', 'expired', [], 'booked', { payments: 1, left: 1 }],
  ['expired when paid elsewhere and given back', 'expired', [], 'given-back', paidBack],
]

for (const [name, as, captures, code, booked] of refusals) {
  test(`a review does not end as ${name}`, () => {
    const answer = endReview(inReview(), { stock: inStock(9), end: as, captures, booked }, context)
    assert.deepEqual(answer, { ok: false, code })
  })
}

for (const [what, overrides] of [
  ['a smaller amount', { amount: TOTAL - 80 }],
  ['a larger amount', { amount: TOTAL + 1 }],
  ['another currency', { currency: 'USD' }],
] as const) {
  test(`an order is not paid by ${what}, which goes back`, () => {
    const held = makeHeld('C1', 'completed', overrides)
    const evidence = { stock: inStock(9), captures: [held] }
    const answer = endReview(inReview(), { end: 'paid', ...evidence }, context)
    assert.deepEqual(answer, { ok: false, code: 'other-amount' })
    const returned = { ...held, status: 'refunded' as const, refundedAmount: held.amount }
    const order = end('refunded', { captures: [returned] })
    // Nobody has paid it: it can be paid until its time is over.
    assert.equal(paymentStatus(order), 'expired')
    assert.equal(isPayable(paymentStatus(order)), true)
    assert.deepEqual([order.payment?.captureId, order.payment?.refundedAmount], [undefined, 0])
    assert.equal(attemptOf(order, 1).captureId, 'C1')
  })
}

const ROWS = { amount: 0, currency: 'TWD' }
const rowsOf = (order: Order) =>
  movementsOf(order).map(({ kind, amount, isSale, at: when, provider, refs }) => [
    kind,
    amount,
    isSale,
    when,
    provider,
    refs.capture,
  ])
const LATER = '2026-11-25T04:00:00.000Z'

for (const amount of [1, TOTAL - 1, 2 * TOTAL]) {
  test(`NT$${amount} in place of NT$${TOTAL} reads as that amount wherever it is shown, and as a row in and a row out`, () => {
    const refunds = [{ id: 'by-hand-1', amount, at: LATER, key: 'refund:doc-1:1' }]
    const facts = { ...ROWS, amount, refundedAmount: amount, refunds, createTime: at(9) }
    const first = inReview()
    const order = end('refunded', { captures: [makeHeld('C1', 'refunded', facts)] }, first)
    assert.equal(returnedMoneyAmount(order.payment), amount)
    assert.deepEqual(orderView(order, minute(180)).amounts, [
      { kind: 'due', amount: TOTAL },
      { kind: 'refunded', amount },
    ])
    assert.ok(orderRow(order).includes(amount))
    const rows = [
      ['suspense', amount, false, at(9), 'paypal', 'C1'],
      ['suspense', -amount, false, LATER, 'paypal', 'C1'],
    ]
    assert.deepEqual(rowsOf(order), rows)
    const booked = movementsSince(first, order)
    assert.deepEqual(
      booked.map((one) => [one.kind, one.amount, one.at]),
      rows.map(([kind, sum, , when]) => [kind, sum, when]),
    )
    // The provider shows it again and again.
    const verdict = { kind: 'mismatch', reason: 'amount', captureId: 'C1' } as const
    assert.equal(settleAs(order, verdict), order)
    // Another payment of it is its own.
    const cancelled = end(
      'refunded',
      { captures: [makeHeld('C1', 'refunded', facts)] },
      inReview({ status: '已取消' }),
    )
    assert.deepEqual(orderView(cancelled).amounts, [
      { kind: 'total', amount: TOTAL },
      { kind: 'refunded', amount },
    ])
  })
}

test('money of the right amount that went back before an order was paid has its two rows too', () => {
  const refunds = [{ id: 'R1', amount: TOTAL, at: LATER }]
  const held = makeHeld('C1', 'refunded', { refunds, createTime: at(9) })
  const order = end('refunded', { captures: [held] }, inReview({ status: '已取消' }))
  assert.equal(returnedMoneyAmount(order.payment), TOTAL)
  assert.deepEqual(rowsOf(order), [
    ['suspense', TOTAL, false, at(9), 'paypal', 'C1'],
    ['suspense', -TOTAL, false, LATER, 'paypal', 'C1'],
  ])
})

test('a surplus that came and went has a row in and a row out, each on its day and of its provider', () => {
  const refunds = [{ id: 'R2', amount: TOTAL, at: LATER }]
  const surplus = makeHeld('C2', 'refunded', { refunds, createTime: at(20) })
  const order = end('paid', { captures: [kept, surplus] }, twice)
  assert.deepEqual(
    movementsSince(twice, order).map((one) => [one.kind, one.amount, one.at, one.provider]),
    [
      ['suspense', TOTAL, at(20), 'line-pay'],
      ['suspense', -TOTAL, LATER, 'line-pay'],
    ],
  )
  assert.deepEqual([order.payment?.captureId, returnedMoneyAmount(order.payment)], ['C1', 0])
})

test('where the payment that counted goes back and the other stays, it is a refund and no sale below zero', () => {
  const refunds = [{ id: 'R1', amount: TOTAL, at: LATER }]
  const first = makeHeld('C1', 'refunded', { refunds })
  const second = makeHeld('C2', 'completed', { createTime: at(20) })
  const order = end('paid', { captures: [first, second] }, twice)
  const rows = movementsSince(twice, order)
  assert.deepEqual(
    rows.map((row) => [row.kind, row.amount, row.at, row.provider, row.refs.transaction]),
    [
      ['refund', -TOTAL, LATER, 'paypal', 'R1'],
      ['sale', TOTAL, at(20), 'line-pay', 'C2'],
    ],
  )
  // What was sold was sold once.
  const parts = [...movementsSince(withAttempts(), twice), ...rows].flatMap((one) =>
    paidParts(order, one).map(({ units }) => Math.sign(one.amount) * units),
  )
  const units = order.items.reduce((sum, { quantity }) => sum + quantity, 0)
  assert.equal(
    parts.reduce((sum, one) => sum + one, 0),
    units,
  )
  assert.deepEqual([order.payment?.captureId, order.payment?.refundedAmount], ['C2', 0])
})

for (const amount of [TOTAL - 80, TOTAL, TOTAL + 80]) {
  test(`a buyer who paid NT$${amount} is reported of that alone as it goes back`, () => {
    const refunds = [{ id: 'R1', amount, at: '2026-11-21T04:00:00Z', key: 'refund:doc-1:1' }]
    const returned = makeHeld('C1', 'refunded', { amount, refundedAmount: amount, refunds })
    const order = end('refunded', { captures: [returned] }, inReview({ email: 'a@b.tw' }))
    const mails = mailsOf(inReview({ email: 'a@b.tw' }), order)
    assert.deepEqual(
      mails.map(({ values }) => values.refund_amount),
      [formatPrice(amount)],
    )
    assert.equal(order.payment?.state, amount === TOTAL ? 'refunded' : 'expired')
  })
}

test('a review does not end while the provider does not know money that it took', () => {
  const attempts = [makeAttempt({ state: 'captured', captureId: 'C1' }), makeAttempt({ number: 2 })]
  const review = { reason: 'second-capture' as const, at: '2026-11-21T02:05:00.000Z' }
  const order = inReview({ payment: makePayment(attempts, { review }) })
  for (const as of ['refunded', 'paid', 'expired'] as const) {
    const evidence = { stock: inStock(9), end: as, captures: [back], booked: paidBack }
    assert.deepEqual(endReview(order, evidence, context), { ok: false, code: 'money-unseen' })
  }
})

test('money that the provider shows, or had refused, is not missing when a review ends', () => {
  const attempts = [
    makeAttempt({ state: 'captured', captureId: 'C1' }),
    makeAttempt({ number: 2, state: 'closed', captureId: 'C9' }),
  ]
  const review = { reason: 'amount' as const, at: at(5) }
  const order = inReview({ payment: makePayment(attempts, { review }) })
  assert.equal(end('paid', { captures: [kept] }, order).status, '已付款')
})

test('an order that was never paid has given nothing back', () => {
  const review = { reason: 'amount' as const, at: at(5) }
  const payment = makePayment([makeAttempt()], { review, refunds: BACK, refundedAmount: 80 })
  const order = end('expired', { captures: [], booked: nothing }, inReview({ payment }))
  assert.deepEqual([order.payment?.refunds, order.payment?.refundedAmount], [[], 0])
})

test('an order that is not under review is not resolved', () => {
  const order = withAttempts(makeAttempt({ state: 'captured' }))
  const answer = endReview(order, { stock: inStock(9), end: 'refunded', captures: [back] }, context)
  assert.deepEqual(answer, { ok: false, code: 'not-in-review' })
})

for (const reason of ['', '  ']) {
  test(`a review does not end for the reason "${reason}"`, () => {
    const overrides = { ...context, reason }
    const answer = endReview(
      inReview(),
      { stock: inStock(9), end: 'paid', captures: [kept] },
      overrides,
    )
    assert.deepEqual(answer, { ok: false, code: 'no-reason' })
  })
}

test('an amount that can not be read ends no review', () => {
  const unclear = makeHeld('C1', 'partly-refunded', { refundedAmount: Number.NaN })
  const answer = endReview(
    inReview(),
    { stock: inStock(9), end: 'paid', captures: [unclear] },
    context,
  )
  assert.deepEqual(answer, { ok: false, code: 'unclear-amount' })
})

for (const [what, overrides, unlisted] of [
  ['taken back and not listed', { takenBack: 'chargeback' }, 'chargeback'],
  ['taken back and listed', { takenBack: 'chargeback', refunds: BACK }, undefined],
  ['given back and not listed', {}, undefined],
] as const) {
  test(`a part that was ${what} is ${unlisted ?? 'no taking'} when a review ends`, () => {
    const held = makeHeld('C1', 'partly-refunded', { refundedAmount: 80, ...overrides })
    const { payment } = end('paid', { captures: [held] })
    assert.equal(payment?.refundedAmount, 80)
    assert.equal(payment.unlisted, unlisted)
    assert.equal('unlisted' in payment, unlisted !== undefined)
  })
}

test('refunds stay on the order that a review ends', () => {
  const refunds = [{ id: 'R1', amount: TOTAL, at: '2026-11-21T04:00:00Z' }]
  const order = end('refunded', { captures: [makeHeld('C1', 'refunded', { refunds })] })
  assert.deepEqual(order.payment?.refunds, refunds)
})
