import 'server-only'

import { retryChange } from '#lib/invoice/issue.ts'
import { applyDecision } from '#lib/order/apply-decision.ts'
import { changeContext, type OwnerContext } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { ok, type Result } from '#lib/result.ts'

/** Lets an order's invoice, or its document, be tried again at once. Throws DatabaseUnavailable. */
export function retryInvoice({
  orderId,
  context,
}: {
  readonly orderId: string
  readonly context: OwnerContext
}): Promise<Result<Order, 'unknown-order'>> {
  return applyDecision(orderId, (order) => ok(retryChange(order, changeContext(context))))
}
