import type { StoredMovement } from '#lib/ledger/entries.ts'
import { movementsIn, stepsOf } from './apply.ts'
import type { OrderEvent } from './events.ts'
import type { Order } from './order.ts'

/** The events that came to an order since it was as before. */
export function eventsSince(before: Order, after: Order): readonly OrderEvent[] {
  return after.history.slice(before.history.length)
}

/** The money movements of these events. */
export function movementsSince(before: Order, after: Order): readonly StoredMovement[] {
  return movementsIn(stepsOf(before, eventsSince(before, after)))
}
