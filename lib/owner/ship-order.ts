import 'server-only'

import { type FulfilmentRefusal, type Handling, type Parcel, shipped } from '../order/fulfilment.ts'
import type { Order } from '../order/order.ts'
import type { Result } from '../result.ts'
import { applyChange } from './apply-change.ts'

/** Marks an order 已出貨 with its parcel. Throws DatabaseUnavailable. */
export function shipOrder(
  number: string,
  parcel: Parcel,
  handling: Handling,
): Promise<Result<Order, FulfilmentRefusal | 'unknown-order'>> {
  return applyChange(number, (order) => shipped(order, parcel, handling))
}
