import { at, makeAttempt, makeDispute, makePayment, TOTAL } from '#lib/payment/orders.fixture.ts'
import type { Attempt, Payment } from '#lib/payment/payment.ts'
import type { RefundRequest } from '#lib/payment/refund/refund-record.ts'

const shirt = { id: 'otr-001', title: '旅見', size: 'M', image: '' } as const
/** One line of a pre-order. */
export const items = [
  { ...shirt, quantity: 2, price: TOTAL / 2, preorder: { shipsAbout: '2027-03-31' } },
]
export const parcel = { carrier: '黑貓宅急便', trackingNumber: '9012345678' }
/** A payment that was captured. */
export const money = (overrides: Partial<Omit<Payment, 'state'>> = {}) =>
  makePayment([makeAttempt({ state: 'captured', captureId: 'C1' })], {
    captureId: 'C1',
    ...overrides,
  })
/** A payment with one attempt in this state. */
export const attempt = (state: Attempt['state']) => makePayment([makeAttempt({ state })])
/** A refund that was requested. */
export const request = (state: RefundRequest['state'], amount = 500): RefundRequest => {
  return { number: 1, amount, reason: '', idempotencyKey: 'p', who: '', state, at: at(8) }
}
export const makeRefunds = (amount: number) => [{ id: 'R1', amount, at: at(9) }]

/** Every way in which a payment can stand. */
export const PAYMENTS: Readonly<Record<string, Payment | undefined>> = {
  none: undefined,
  open: attempt('open'),
  capturing: attempt('capturing'),
  pending: attempt('pending'),
  refused: attempt('refused'),
  expired: attempt('closed'),
  'under review': money({ review: { reason: 'amount', at: at(5) } }),
  paid: money(),
  'partly refunded': money({ refundedAmount: 500, refunds: makeRefunds(500) }),
  refunded: money({ refundedAmount: TOTAL, refunds: makeRefunds(TOTAL) }),
  'refund of a part on its way': money({ refundRequests: [request('pending')] }),
  'refund of all on its way': money({ refundRequests: [request('sending', TOTAL)] }),
  disputed: money({ disputes: [makeDispute('open')], disputed: true }),
  'dispute lost': money({ disputes: [makeDispute('lost')] }),
  'charged back': money({
    refundedAmount: TOTAL,
    refunds: [{ id: 'R1', amount: TOTAL, at: at(9), kind: 'chargeback' }],
  }),
}
