import { hasMoneyUnderWay } from '#lib/payment/money-under-way.ts'
import { codeAttempt } from '#lib/payment/payment.ts'
import type { ExpiryCause } from './end-causes.ts'
import { type ChangeContext, newEvent } from './events.ts'
import type { Order, OrderChange } from './order.ts'
import { reservedUntil, isOverdue } from './reservation.ts'

/**
 * Ends an overdue reservation, or any hold when the owner releases it. Returns undefined while money is
 * under way.
 */
export function expireReservation(
  order: Order,
  cause: ExpiryCause,
  context: ChangeContext,
): OrderChange | undefined {
  const { now } = context
  const isForced = cause === 'released-by-owner'
  // A buyer who was shown a number may pay it until its deadline.
  const mayRelease = reservedUntil(order) !== undefined && codeAttempt(order.payment) === undefined
  const mayLapse = isForced ? mayRelease : isOverdue(order, now)
  if (!mayLapse || hasMoneyUnderWay(order)) return undefined
  return { events: [newEvent('reservation.expired', { cause }, context)] }
}
