import 'server-only'

import { readOrder } from '../adapters/firestore/orders.ts'
import type { Parcel } from '../order/fulfilment.ts'
import type { Order } from '../order/order.ts'
import { execute } from '../order/execute.ts'
import { type AnswerFailure, type ReturnAnswer, applyReturnAnswer } from '../order/return-answer.ts'
import { openReturn } from '../order/returns.ts'
import type { TakenPieces } from '../order/stock.ts'
import { findPlannedProducts } from '../product/find-products.ts'
import { fail, type Result } from '../result.ts'
import { areDisputesKnown } from './ask-disputes.ts'
import { changeContext, type OwnerContext } from './owner-context.ts'

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
  const offers = isLeaving ? await findPlannedProducts() : []
  const decide = (stored: Order, taken: TakenPieces) => {
    const answered = { answer, restock, parcel, stock: { taken, offers, belowZero } }
    return applyReturnAnswer(stored, answered, changeContext(context, reason))
  }
  return execute(orderId, decide, () => isLeaving)
}
