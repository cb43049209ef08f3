import { isDeepStrictEqual } from 'node:util'

import { type ChangeContext, type EventData, newEvent, type OrderEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { defined } from '#lib/result.ts'
import type { Payment } from './payment.ts'
import type { ReviewReason } from './review-reason.ts'

type ToReview = {
  readonly reason: ReviewReason
  readonly events?: readonly OrderEvent[]
  /** The attempt whose money brings the review. */
  readonly money?: EventData['review.opened']['money']
}

/** The change that puts a payment under review, after other events that brought it there. */
export function changeToReview(
  order: Order,
  { reason, events = [], money }: ToReview,
  context: ChangeContext,
): OrderChange {
  const type = order.payment?.review ? 'review.changed' : 'review.opened'
  const data = { reason, ...defined({ money }) }
  return { events: [...events, newEvent(type, data, context)] }
}

/** Whether an order has a payment, as a type. */
export function hasPayment(order: Order): order is Order & { readonly payment: Payment } {
  return order.payment !== undefined
}

/** Whether two reads of an order show the same payment, field by field; equal times alone prove nothing. */
export function isSamePayment(
  a: { readonly payment?: Payment | undefined },
  b: { readonly payment?: Payment | undefined },
): boolean {
  return isDeepStrictEqual(a.payment, b.payment)
}
