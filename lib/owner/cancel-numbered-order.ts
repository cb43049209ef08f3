import 'server-only'

import { cancelOrder } from '../order/cancel-order.ts'
import type { CancelRefusal } from '../order/cancellation.ts'
import type { Order } from '../order/order.ts'
import { fail, type Result } from '../result.ts'
import { findNumberedOrder } from './find-numbered-order.ts'
import { changeContext, type OwnerContext } from './owner-context.ts'

/** Cancels an unpaid order for its owner, who says why. Throws ProviderProblem and DatabaseUnavailable. */
export async function cancelNumberedOrder({
  orderId,
  reason,
  context,
}: {
  readonly orderId: string
  readonly reason: string
  readonly context: OwnerContext
}): Promise<Result<Order, CancelRefusal | 'no-reason' | 'unknown-order'>> {
  if (reason.trim() === '') return fail('no-reason')
  const order = await findNumberedOrder(orderId)
  return order
    ? cancelOrder(order, 'by-owner', changeContext(context, reason))
    : fail('unknown-order')
}
