import 'server-only'

import type { FulfilmentRefusal } from '../order/fulfilment.ts'
import { fail, ok, type Result } from '../result.ts'
import { completeOrder } from './edit-order.ts'
import { changeEach, entriesOf, type OrderListResult } from './order-lists.ts'
import type { OwnerContext } from './owner-context.ts'

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
