import 'server-only'

import { cancelOrder } from '../order/cancel-order.ts'
import type { CancelRefusal } from '../order/cancellation.ts'
import type { ChangeContext, Order } from '../order/order.ts'
import { fail, type Result } from '../result.ts'
import { findNumberedOrder } from './find-numbered-order.ts'

/** Cancels an unpaid order for its owner, who says why. Throws ProviderProblem and DatabaseUnavailable. */
export async function cancelNumberedOrder(
  number: string,
  context: ChangeContext,
): Promise<Result<Order, CancelRefusal | 'no-reason' | 'unknown-order'>> {
  if (!context.reason?.trim()) return fail('no-reason')
  const order = await findNumberedOrder(number)
  return order ? cancelOrder(order, 'by-owner', context) : fail('unknown-order')
}
