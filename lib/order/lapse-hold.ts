import { hasMoneyUnderWay } from './cancellation.ts'
import { heldUntil, isOverdue } from './hold.ts'
import type { LapseCause } from './event-causes.ts'
import { type ChangeContext, newEvent } from './events.ts'
import type { Order, OrderChange } from './order.ts'

/**
 * Ends an overdue hold, or any hold when the owner releases it. Returns undefined while money is
 * under way.
 */
export function lapseHold(
  order: Order,
  cause: LapseCause,
  context: ChangeContext,
): OrderChange | undefined {
  const { now } = context
  const isForced = cause === 'released-by-owner'
  const mayLapse = isForced ? heldUntil(order) !== undefined : isOverdue(order, now)
  if (!mayLapse || hasMoneyUnderWay(order)) return undefined
  return { events: [newEvent('hold.lapsed', { cause }, context)] }
}
