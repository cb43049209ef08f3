import 'server-only'

import { applyDecision } from '#lib/order/apply-decision.ts'
import { complete } from '#lib/order/complete-order.ts'
import { changeContext, type OwnerContext } from '#lib/order/events.ts'
import type { FulfilmentRefusal } from '#lib/order/move-refusal.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { changeEach, entriesOf, type OrderListResult } from './change-orders.ts'
import type { OrderEditResult, OrderEdit } from './order-edit.ts'

/** Marks an order 已完成. Throws DatabaseUnavailable. */
export function completeOrder({
  orderId,
  reason,
  context,
}: OrderEdit & { readonly reason?: string | undefined }): OrderEditResult<FulfilmentRefusal> {
  return applyDecision(orderId, (order) => complete(order, changeContext(context, reason)))
}

/** Completes the chosen orders one by one. Idempotent. Throws DatabaseUnavailable. */
export async function completeOrders({
  orderIds,
  context,
}: {
  readonly orderIds: readonly string[]
  readonly context: OwnerContext
}): Promise<Result<OrderListResult<FulfilmentRefusal>, 'nothing-chosen'>> {
  if (orderIds.length === 0) return fail('nothing-chosen')
  const entries = await entriesOf(orderIds)
  return ok(await changeEach(entries, ({ id }) => completeOrder({ orderId: id, context })))
}
