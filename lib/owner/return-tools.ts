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
import type { ReturnedPieces } from '#lib/order/return/return-record.ts'
import {
  openReturn,
  returnablePieces,
  returnRequestChange,
  type ReturnFailure,
} from '#lib/order/return/return-rules.ts'
import { findPlannedProducts } from '#lib/product/find-products.ts'
import { isSize } from '#lib/product/sizes.ts'
import { fail, type Result } from '#lib/result.ts'
import { areDisputesKnown } from './book-parcels.ts'

/**
 * Answers a return. `parcel` ships the exchange, `belowZero` allows overselling. Throws
 * DatabaseUnavailable.
 */
export async function answerReturn({
  orderId,
  answer,
  restock = false,
  parcel,
  reason,
  belowZero,
  context,
}: {
  readonly orderId: string
  readonly context: OwnerContext
  readonly answer: ReturnAnswer
  readonly restock?: boolean | undefined
  readonly parcel?: Parcel | undefined
  readonly reason?: string | undefined
  readonly belowZero?: string | undefined
}): Promise<Result<Order, AnswerFailure | 'disputes-unanswered' | 'unknown-order'>> {
  const order = await readOrder(orderId)
  if (!order) return fail('unknown-order')
  const isLeaving = answer === 'exchanged' && openReturn(order) !== undefined
  if (isLeaving && !(await areDisputesKnown(order))) return fail('disputes-unanswered')
  const readsStock = isLeaving || answer === 'accepted' || answer === 'preparing'
  const offers = readsStock ? await findPlannedProducts() : []
  const decide = (stored: Order, taken: ReservedStockByProduct) => {
    const answered = { answer, restock, parcel, stock: { taken, offers, belowZero } }
    return applyReturnAnswer(stored, answered, changeContext(context, reason))
  }
  return applyDecision(orderId, decide, () => readsStock)
}

/** Reads the pieces to return and the wish from a form's fields. */
export function returnedPiecesIn(
  fields: Readonly<Record<string, string>>,
  order: Order,
): readonly ReturnedPieces[] {
  return returnablePieces(order).flatMap((_, index) => {
    const quantity = Number(fields[`quantity-${index}`] ?? 0)
    const wish = fields[`wish-${index}`] ?? ''
    if (!Number.isInteger(quantity) || quantity < 1) return []
    return [{ index, quantity, ...(isSize(wish) ? { size: wish } : {}) }]
  })
}

/**
 * Records a return or exchange requested by mail or telephone, without the seven-day limit. Throws
 * DatabaseUnavailable.
 */
export async function startReturn({
  orderId,
  reason,
  fields,
  context,
}: {
  readonly orderId: string
  readonly reason: string
  readonly fields: Readonly<Record<string, string>>
  readonly context: OwnerContext
}): Promise<Result<Order, ReturnFailure | 'unknown-order' | 'no-reason'>> {
  if (reason.trim() === '') return fail('no-reason')
  const [order, made] = await Promise.all([readOrder(orderId), findPlannedProducts()])
  if (!order) return fail('unknown-order')
  const wish = {
    items: returnedPiecesIn(fields, order),
    reason: reason.trim(),
    contact: order.recipient.phone || order.recipient.email,
  }
  return applyDecision(orderId, (stored) =>
    returnRequestChange(stored, wish, made, changeContext(context, reason)),
  )
}
