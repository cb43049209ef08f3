import 'server-only'

import { readOrder } from '../adapters/firestore/orders.ts'
import { type Order, ORDER_DOCUMENT } from '../order/order.ts'
import { ProviderProblem } from '../payment/provider.ts'
import { refundableAmount } from '../payment/refund.ts'
import type { HeldCapture } from '../payment/review.ts'
import { capturesOf } from './resolve-review.ts'

/**
 * All that an order's sheet shows: the order, what may still be given back in whole TWD, and, of an order under review
 * or in dispute, what the provider holds for it now; undefined when the provider does not answer.
 */
export type Sheet = {
  readonly order: Order
  readonly refundable: number
  readonly captures: readonly HeldCapture[] | undefined
}

async function heldNow(order: Order): Promise<readonly HeldCapture[] | undefined> {
  if (!order.payment?.review) return []
  try {
    return await capturesOf(order)
  } catch (error) {
    if (error instanceof ProviderProblem) return undefined
    throw error
  }
}

/** The sheet of the order under this document id, or nothing. Throws DatabaseUnavailable. */
export async function findSheet(id: string): Promise<Sheet | undefined> {
  const order = ORDER_DOCUMENT.test(id) ? await readOrder(id) : undefined
  if (!order) return undefined
  const refundable = order.payment?.review ? 0 : refundableAmount(order)
  return { order, refundable, captures: await heldNow(order) }
}
