import { applyEvents } from '#lib/order/apply.ts'
import { type ChangeContext, newEvent, type OrderEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { hasPayment } from '#lib/payment/change-to-review.ts'
import { withOwnKeys } from '#lib/payment/own-keys.ts'
import { findAttempt, type Payment } from '#lib/payment/payment.ts'
import type { ProviderOrder } from '#lib/payment/provider.ts'
import {
  type ReviewCapture,
  capturedMoney,
  isMoneyMoving,
  type ReviewEvidence,
} from '#lib/payment/review-evidence.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { refundKey, type RefundRequest, refundsUnderWay } from './refund-record.ts'
import { manualFields } from './request-refund.ts'

/** Why the shop sends no refund of money under review. */
export type ReviewRefundFailure =
  | 'no-reason'
  | 'not-in-review'
  | 'refund-under-way'
  | 'nothing-left'
  | 'changed-meanwhile'

/** Input of a refund under review: one capture or `all`, the key of the press, and the whole TWD that the owner saw as held. */
export type ReviewRefund = {
  readonly capture: string
  readonly key: string
  readonly left?: number | undefined
  /** Whether the shop itself sends refunds of a provider that is otherwise the owner's to do. */
  readonly sends?: ((provider: string) => boolean) | undefined
}

/** The part of captures that did not go back, in whole TWD. */
export function leftOf(captures: readonly ReviewCapture[]): number {
  return captures.reduce((sum, { amount, refundedAmount }) => sum + amount - refundedAmount, 0)
}

/** The requests of one press; those that the provider refused may be sent again under its key. */
export function requestsOf(
  { payment }: Pick<Order, 'payment'>,
  idempotencyKey: string,
): readonly RefundRequest[] {
  return (
    payment?.refundRequests?.filter(
      (refundRequest) =>
        refundRequest.idempotencyKey === idempotencyKey && refundRequest.state !== 'refused',
    ) ?? []
  )
}

/**
 * Stores the refunds of captures under review before the provider is asked; no change for a repeat. All that is left of
 * each goes back, so that nothing more can follow.
 */
export function reserveReviewRefund(
  order: Order,
  {
    capture: chosenId,
    key,
    left,
    sends,
    ...evidence
  }: ReviewRefund & Pick<ReviewEvidence, 'captures' | 'requests'>,
  context: ChangeContext,
): Result<OrderChange | undefined, ReviewRefundFailure> {
  if (requestsOf(order, key).length > 0) return ok(undefined)
  if (!context.reason?.trim()) return fail('no-reason')
  if (!hasPayment(order) || !order.payment.review) return fail('not-in-review')
  const { payment } = order
  if (isMoneyMoving(payment, evidence)) return fail('refund-under-way')
  const held = capturedMoney(evidence.captures)
  if (left !== undefined && left !== leftOf(held)) return fail('changed-meanwhile')
  const chosen = chosenId === 'all' ? held : held.filter(({ id }) => id === chosenId)
  if (chosen.length === 0) return fail('nothing-left')
  const first = (payment.refundRequests?.length ?? 0) + 1
  const events = chosen.map((reviewCapture, index) => {
    const attempt = payment.attempts.find(({ reference }) => reference === reviewCapture.reference)
    const capture = { attempt: attempt?.number ?? 0, captureRef: reviewCapture.id }
    const request = {
      number: first + index,
      amount: leftOf([reviewCapture]),
      idempotencyKey: key,
      capture,
    }
    const data = { ...request, ...manualFields(attempt, sends) }
    return newEvent('refund.requested', data, context)
  })
  return ok({ events })
}

// A refund that gives back all that is left is done when nothing is; any other when it is listed.
function settledBy(
  order: Order & { readonly payment: Payment },
  request: RefundRequest,
  { captures, refunds, unfinished }: ProviderOrder,
): RefundRequest['state'] | undefined {
  const captureRef = request.capture?.captureRef ?? order.payment.captureId
  const capture = captures.find(({ id }) => id === captureRef)
  if (!capture) return undefined
  const key = refundKey(order.id, request.number)
  const isListed = withOwnKeys(order, capture.id, refunds).some(
    (withOwnKey) => withOwnKey.key === key,
  )
  if (request.capture ? capture.status === 'refunded' : isListed) return 'done'
  const open = unfinished?.find((unfinishedRefund) => unfinishedRefund.key === key)
  return open && (open.state === 'pending' ? 'pending' : 'refused')
}

function settlingEvent(
  { number, amount }: RefundRequest,
  state: RefundRequest['state'],
  context: ChangeContext,
): OrderEvent {
  if (state === 'done') return newEvent('refund.done', { number }, context)
  if (state === 'pending') return newEvent('refund.pending', { number }, context)
  return newEvent('refund.refused', { number, amount, issue: 'REFUND_FAILED' }, context)
}

/**
 * A change with what a provider's answer about one attempt tells of refunds while its order is under review. Money of a
 * review is booked when it ends; that it went back is known before.
 */
export function withReviewRefunds(
  order: Order,
  change: OrderChange | undefined,
  { reference, answer }: { readonly reference: string; readonly answer: ProviderOrder | undefined },
  context: ChangeContext,
): OrderChange | undefined {
  const known = change?.events ?? []
  const reached = applyEvents(order, known)
  if (!answer || !hasPayment(reached) || !reached.payment.review) return change
  if (!findAttempt(reached.payment, reference)) return change
  const events = refundsUnderWay(reached.payment).flatMap((request) => {
    const state = settledBy(reached, request, answer)
    return state === undefined || state === request.state
      ? []
      : [settlingEvent(request, state, context)]
  })
  return events.length === 0 ? change : { ...change, events: [...known, ...events] }
}
