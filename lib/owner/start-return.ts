import 'server-only'

import { readOrder } from '../adapters/firestore/orders.ts'
import { execute } from '../order/execute.ts'
import type { Order } from '../order/order.ts'
import { returnablePieces, returnAsked, type ReturnFailure } from '../order/returns.ts'
import type { ReturnedPieces } from '../order/events.ts'
import { isSize } from '../product/sizes.ts'
import { fail, type Result } from '../result.ts'
import { changeContext, type OwnerContext } from './owner-context.ts'

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
  const order = await readOrder(orderId)
  if (!order) return fail('unknown-order')
  const request = {
    items: returnedPiecesIn(fields, order),
    reason: reason.trim(),
    contact: order.recipient.phone || order.recipient.email,
  }
  return execute(orderId, (stored) => returnAsked(stored, request, changeContext(context, reason)))
}
