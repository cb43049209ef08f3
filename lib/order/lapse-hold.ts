import { hasMoneyUnderWay } from './cancellation.ts'
import { heldUntil, isOverdue } from './hold.ts'
import type { LapseCause } from './event-causes.ts'
import { type ChangeContext, newEvent } from './events.ts'
import type { Order, OrderChange } from './order.ts'

/**
 * The change by which an unpaid order gives its pieces back and stays payable; nothing while it may
 * keep them. Money under way keeps them, and only the owner ends a hold before its time.
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
