import 'server-only'

import {
  completed,
  type FulfilmentRefusal,
  type Parcel,
  parcelCorrected,
  shipped,
} from '../order/fulfilment.ts'
import type { Order } from '../order/order.ts'
import type { Result } from '../result.ts'
import { changeNumberedOrder } from './change-numbered-order.ts'
import { changeContext, type OwnerContext } from './owner-context.ts'

type Answer = Result<Order, FulfilmentRefusal | 'unknown-order'>

/** A parcel with the number of its order. */
export type OrderParcel = Parcel & { readonly orderId: string }

/**
 * Marks an order 已出貨 with its parcel; the same parcel again changes nothing, another one is refused
 * unless it is told as a correction. Throws DatabaseUnavailable.
 */
export function shipOrder({
  orderId,
  carrier,
  trackingNumber,
  isCorrection = false,
  context,
}: OrderParcel & {
  readonly isCorrection?: boolean | undefined
  readonly context: OwnerContext
}): Promise<Answer> {
  const parcel = { carrier, trackingNumber }
  const change = isCorrection ? parcelCorrected : shipped
  return changeNumberedOrder(orderId, (order) => change(order, parcel, changeContext(context)))
}

/** Marks orders 已出貨, one after the other; answers for each what became of it. Sent again, what is done stays done. Throws DatabaseUnavailable. */
export async function shipOrders({
  parcels,
  context,
}: {
  readonly parcels: readonly OrderParcel[]
  readonly context: OwnerContext
}): Promise<readonly { readonly orderId: string; readonly answer: Answer }[]> {
  const answers = []
  for (const parcel of parcels) {
    answers.push({ orderId: parcel.orderId, answer: await shipOrder({ ...parcel, context }) })
  }
  return answers
}

/** Marks an order 已完成. Throws DatabaseUnavailable. */
export function completeOrder({
  orderId,
  reason,
  context,
}: {
  readonly orderId: string
  readonly reason?: string | undefined
  readonly context: OwnerContext
}): Promise<Answer> {
  return changeNumberedOrder(orderId, (order) => completed(order, changeContext(context, reason)))
}
