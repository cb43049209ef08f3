import 'server-only'

import { completed, type FulfilmentRefusal } from '../order/fulfilment.ts'
import type { ChangeContext, Order } from '../order/order.ts'
import type { Result } from '../result.ts'
import { changeNumberedOrder } from './change-numbered-order.ts'

/** Marks an order 已完成. Throws DatabaseUnavailable. */
export function completeOrder(
  number: string,
  context: ChangeContext,
): Promise<Result<Order, FulfilmentRefusal | 'unknown-order'>> {
  return changeNumberedOrder(number, (order) => completed(order, context))
}
