import 'server-only'

import type { ReservedStockByProduct } from '#lib/inventory/stock.ts'
import { ok, type Result } from '#lib/result.ts'
import { decideOrder } from './order-store.ts'
import type { Order, OrderChange } from './order.ts'
import { answerOf } from './place-order.ts'
import { isReservationExpired } from './reservation.ts'

/** The change that a command makes of an order, nothing where it is so already, or why not. */
export type Decision<Seen, Code extends string> = (
  order: Order,
  seen: Seen,
) => Result<OrderChange | undefined, Code>

/** A decision for a transaction: one that runs again after its change was stored is not asked again. */
export const decideOnce =
  <Seen, Code extends string>(decide: Decision<Seen, Code>) =>
  (order: Order, seen: Seen, isStored: boolean) => {
    const answer = isStored ? ok(undefined) : decide(order, seen)
    return { change: answer.ok ? answer.data : undefined, answer }
  }

/**
 * Reads an order, decides, applies and writes, in one transaction. `readsStock` also passes the
 * reserved units. Throws DatabaseUnavailable.
 */
export async function applyDecision<Code extends string>(
  id: string,
  decide: Decision<ReservedStockByProduct, Code>,
  readsStock: (order: Order) => boolean = isReservationExpired,
): Promise<Result<Order, Code | 'unknown-order'>> {
  return answerOf(await decideOrder(id, { readsStock, decide: decideOnce(decide) }))
}
