import type { Attempt, Payment } from './payment/payment.ts'
import { withAttempt, withPayment } from './apply-payment.ts'
import type { EventOf } from './events.ts'
import type { Order } from './order.ts'
import { defined } from '../defined.ts'

type ReviewOpening = EventOf<'review.opened' | 'review.changed'>

// The capture of a second payment does not pay the order; any other is what the owner looks at.
function withMoney(payment: Payment, { at, data }: ReviewOpening): Payment {
  const { reason, money } = data
  if (!money) return payment
  const { attempt, state, captureRef, issue } = money
  const known = withAttempt(payment, attempt, (one) => ({
    ...one,
    reason: issue,
    ...defined({ state, captureId: captureRef }),
    changedAt: at,
  }))
  const captureId = payment.captureId ?? captureRef
  return reason === 'second-capture' || captureId === undefined ? known : { ...known, captureId }
}

function open(order: Order, event: ReviewOpening): Order {
  const { payment } = order
  if (!payment) return order
  const review = { reason: event.data.reason, at: event.at }
  return withPayment(order, { ...withMoney(payment, event), review }, event)
}

// After a review exactly the attempt whose money is kept, or was given back, is captured.
function endAttempt(attempt: Attempt, { at, data }: EventOf<'review.closed'>): Attempt {
  const ended = { ...attempt, changedAt: at }
  if (attempt.number !== data.attempt) return { ...ended, state: 'closed', reason: 'reviewed' }
  return data.captureRef === undefined
    ? { ...ended, state: 'captured', reason: 'reviewed' }
    : { ...ended, state: 'captured', captureId: data.captureRef }
}

function close(order: Order, event: EventOf<'review.closed'>): Order {
  if (!order.payment) return order
  const { review: _review, captureId: before, unlisted, ...payment } = order.payment
  const attempts = payment.attempts.map((one) => endAttempt(one, event))
  if (event.data.end === 'expired') {
    return withPayment(order, { ...payment, attempts, refundedAmount: 0, refunds: [] }, event)
  }
  const captureId = event.data.captureRef ?? before
  const next = {
    ...payment,
    attempts,
    ...defined({ captureId, unlisted }),
  }
  return withPayment(order, next, event)
}

/** Changes made by each event of a review. */
export const APPLY_REVIEW = {
  'review.opened': open,
  'review.changed': open,
  'review.closed': close,
}
