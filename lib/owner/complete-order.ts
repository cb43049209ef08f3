import 'server-only'

import { completed, type FulfilmentRefusal, type Handling } from '../order/fulfilment.ts'
import type { Order } from '../order/order.ts'
import type { Result } from '../result.ts'
import { applyChange } from './apply-change.ts'

/** Marks an order 已完成. Throws DatabaseUnavailable. */
export function completeOrder(
  number: string,
  handling: Handling,
): Promise<Result<Order, FulfilmentRefusal | 'unknown-order'>> {
  return applyChange(number, (order) => completed(order, handling))
}
