import 'server-only'

import { executeShipping } from '../order/execute.ts'
import { ordersShippedSince } from '../adapters/firestore/change-shipping.ts'
import type { Order } from '../order/order.ts'
import {
  canUndoShipping,
  UNDO_SHIPPING_FOR,
  undoShipping,
  type UndoShippingRefusal,
} from '../order/fulfilment.ts'
import { fail, ok, type Result } from '../result.ts'
import { changeEach, entriesOf, type OrderListResult } from './order-lists.ts'
import { changeContext, type OwnerContext } from './owner-context.ts'

/**
 * Returns orders whose shipping can be undone, newest first. One query. Throws DatabaseUnavailable.
 */
export async function findNewShippings(now = new Date()): Promise<readonly Order[]> {
  const since = new Date(now.getTime() - UNDO_SHIPPING_FOR).toISOString()
  return (await ordersShippedSince(since)).filter((order) => canUndoShipping(order, now))
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
    executeShipping(id, (stored, isMailWaiting) => undoShipping(stored, { isMailWaiting }, change))
  return ok(await changeEach(await entriesOf(orderIds), takeBack))
}
