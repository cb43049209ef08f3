import 'server-only'

import { type FulfilmentRefusal, type Parcel, shipped } from '../order/fulfilment.ts'
import type { ChangeContext, Order } from '../order/order.ts'
import type { Result } from '../result.ts'
import { changeNumberedOrder } from './change-numbered-order.ts'

/** Marks an order 已出貨 with its parcel. Throws DatabaseUnavailable. */
export function shipOrder(
  number: string,
  parcel: Parcel,
  context: ChangeContext,
): Promise<Result<Order, FulfilmentRefusal | 'unknown-order'>> {
  return changeNumberedOrder(number, (order) => shipped(order, parcel, context))
}
