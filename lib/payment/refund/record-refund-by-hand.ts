import { type ChangeContext, newEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { withGoodsBack } from '#lib/payment/record-money.ts'
import { manualRefundId, openManualRefunds } from './manual-refund.ts'
import { refundKey } from './refund-record.ts'

/** What the owner notes of a refund made by hand: its request, the day, and its reference at the bank or console. */
export type ManualRefundMade = {
  readonly number: number
  readonly made: { readonly at: string; readonly reference: string }
}

/**
 * The change when the owner made a refund by hand. Money of a review is booked when the review ends. Undefined if the
 * order owes no such refund: it was noted before, or withdrawn.
 */
export function recordRefundByHand(
  order: Order,
  { number, made }: ManualRefundMade,
  context: ChangeContext,
): OrderChange | undefined {
  const request = openManualRefunds(order.payment).find(
    (openManualRefund) => openManualRefund.number === number,
  )
  if (!request) return undefined
  const noted = newEvent('refund.completed-by-hand', { number, made }, context)
  if (request.capture) return { events: [noted] }
  const money = {
    refundRef: manualRefundId(number),
    amount: request.amount,
    inReview: false,
    origin: 'shop' as const,
    listed: { at: made.at, key: refundKey(order.id, number) },
  }
  const events = [noted, newEvent('money.refunded', money, context)]
  return { events: withGoodsBack(order, events, context) }
}

/** The change when the owner takes an pending refund back, or undefined if the order owes none under this number. */
export function withdrawPendingRefund(
  order: Order,
  number: number,
  context: ChangeContext,
): OrderChange | undefined {
  const isOwed = openManualRefunds(order.payment).some(
    (openManualRefund) => openManualRefund.number === number,
  )
  return isOwed ? { events: [newEvent('refund.withdrawn', { number }, context)] } : undefined
}
