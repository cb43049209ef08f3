import 'server-only'

import type { Order } from '../order/order.ts'
import { type AnswerFailure, type ReturnAnswer, returnAnswered } from '../order/return-answer.ts'
import type { Parcel } from '../order/fulfilment.ts'
import type { Result } from '../result.ts'
import { changeNumberedOrder } from './change-numbered-order.ts'
import { changeContext, type OwnerContext } from './owner-context.ts'

/**
 * Answers the return that a member asked for; the reason is what the member reads. Received pieces
 * go back to the stock when `restock` says so; `parcel` carries what is sent in exchange. Throws
 * DatabaseUnavailable.
 */
export function answerReturn({
  orderId,
  answer,
  restock = false,
  parcel,
  reason,
  context,
}: {
  readonly orderId: string
  readonly answer: ReturnAnswer
  readonly restock?: boolean | undefined
  readonly parcel?: Parcel | undefined
  readonly reason?: string | undefined
  readonly context: OwnerContext
}): Promise<Result<Order, AnswerFailure | 'unknown-order'>> {
  return changeNumberedOrder(orderId, (order) =>
    returnAnswered(order, { answer, restock, parcel }, changeContext(context, reason)),
  )
}
