import 'server-only'

import type { ReservedStockByProduct } from '#lib/inventory/stock.ts'
import { applyDecision } from '#lib/order/apply-decision.ts'
import type { Parcel } from '#lib/order/entered-parcel.ts'
import { changeContext, type OwnerContext } from '#lib/order/events.ts'
import { readOrder } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import {
  type AnswerFailure,
  applyReturnAnswer,
  type ReturnAnswer,
} from '#lib/order/return/answer-return.ts'
import { openReturn } from '#lib/order/return/return-rules.ts'
import { findPlannedProducts } from '#lib/product/find-products.ts'
import { fail, type Result } from '#lib/result.ts'
import { areDisputesKnown } from './book-parcels.ts'

/**
 * Answers a return. `parcel` ships the exchange, `oversellReason` allows overselling. Throws
 * DatabaseUnavailable.
 */
export async function answerReturn({
  orderId,
  answer,
  restock = false,
  parcel,
  reason,
  oversellReason,
  context,
}: {
  readonly orderId: string
  readonly context: OwnerContext
  readonly answer: ReturnAnswer
  readonly restock?: boolean | undefined
  readonly parcel?: Parcel | undefined
  readonly reason?: string | undefined
  readonly oversellReason?: string | undefined
}): Promise<Result<Order, AnswerFailure | 'disputes-unanswered' | 'unknown-order'>> {
  const order = await readOrder(orderId)
  if (!order) return fail('unknown-order')
  const isLeaving = answer === 'exchanged' && openReturn(order) !== undefined
  if (isLeaving && !(await areDisputesKnown(order))) return fail('disputes-unanswered')
  const readsStock = isLeaving || answer === 'accepted' || answer === 'preparing'
  const offers = readsStock ? await findPlannedProducts() : []
  const decide = (stored: Order, taken: ReservedStockByProduct) => {
    const answered = { answer, restock, parcel, stock: { taken, offers, oversellReason } }
    return applyReturnAnswer(stored, answered, changeContext(context, reason))
  }
  return applyDecision(orderId, decide, () => readsStock)
}
