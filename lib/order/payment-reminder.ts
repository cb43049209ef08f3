import { codeAttempt } from '#lib/payment/payment.ts'
import { type ChangeContext, newEvent } from './events.ts'
import { orderView } from './order-view.ts'
import type { Order, OrderChange } from './order.ts'

/** After so many milliseconds an unpaid order is reminded of, once. */
export const REMIND_AFTER = 24 * 60 * 60 * 1000

/** The change that reminds the buyer of an order that can still be paid, or undefined if that was done, or is not due. */
export function remindUnpaid(order: Order, context: ChangeContext): OrderChange | undefined {
  const isDue = context.now.getTime() - Date.parse(order.createdAt) >= REMIND_AFTER
  const isReminded = order.history.some(({ type }) => type === 'payment.reminded')
  // A number that is to be paid is reminded of before its own deadline.
  if (!isDue || isReminded || codeAttempt(order.payment)) return undefined
  if (!orderView(order).canPay) return undefined
  return { events: [newEvent('payment.reminded', {}, context)] }
}
