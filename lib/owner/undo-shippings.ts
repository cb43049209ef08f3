import 'server-only'

import { changeContext, type OwnerContext } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { applyShippingDecision } from '#lib/order/shipping-decision.ts'
import { undoShipping, type UndoShippingRefusal } from '#lib/order/undo-shipping.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { changeEach, entriesOf, type OrderListResult } from './change-orders.ts'

/** Undoes the shipping of orders and their mails, one by one. Idempotent. Throws DatabaseUnavailable. */
export async function undoShippings({
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
