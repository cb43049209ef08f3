import 'server-only'

import { changeContext, type OwnerContext } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { listOrdersShippedSince } from '#lib/order/shipped-orders.ts'
import { applyShippingDecision } from '#lib/order/shipping-decision.ts'
import {
  canUndoShipping,
  undoShipping,
  type UndoShippingRefusal,
} from '#lib/order/undo-shipping.ts'
import { UNDO_SHIPPING_FOR } from '#lib/order/undo-window.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { changeEach, entriesOf, type OrderListResult } from './change-orders.ts'

/**
 * Returns orders whose shipping can be undone, newest first. One query. Throws DatabaseUnavailable.
 */
export async function findNewShippings(now = new Date()): Promise<readonly Order[]> {
  const since = new Date(now.getTime() - UNDO_SHIPPING_FOR).toISOString()
  return (await listOrdersShippedSince(since)).filter((order) => canUndoShipping(order, now))
}

/** Undoes the shipping of orders and their mails, one by one. Idempotent. Throws DatabaseUnavailable. */
export async function takeBackShippings({
  orderIds,
  context,
}: {
  readonly orderIds: readonly string[]
  readonly context: OwnerContext
}): Promise<Result<OrderListResult<UndoShippingRefusal>, 'nothing-chosen'>> {
  if (orderIds.length === 0) return fail('nothing-chosen')
  const change = changeContext(context)
  const takeBack = ({ id }: Order) =>
    applyShippingDecision(id, (stored, isMailWaiting) =>
      undoShipping(stored, { isMailWaiting }, change),
    )
  return ok(await changeEach(await entriesOf(orderIds), takeBack))
}
