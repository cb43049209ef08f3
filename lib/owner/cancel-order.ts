import 'server-only'

import { applyDecision } from '#lib/order/apply-decision.ts'
import { cancelOrder } from '#lib/order/cancel-order.ts'
import { withdrawCancellation } from '#lib/order/cancel-right.ts'
import type { CancelRefusal } from '#lib/order/cancellation.ts'
import { changeContext, type OwnerContext } from '#lib/order/events.ts'
import { readOrder } from '#lib/order/order-store.ts'
import { fail } from '#lib/result.ts'
import type { OrderEditResult, OrderEdit } from './order-edit.ts'

/** Cancels an unpaid order for its owner, who says why. Throws ProviderProblem and DatabaseUnavailable. */
export async function cancelByOwner({
  orderId,
  reason,
  context,
}: OrderEdit & { readonly reason: string }): OrderEditResult<CancelRefusal | 'no-reason'> {
  if (reason.trim() === '') return fail('no-reason')
  const order = await readOrder(orderId)
  return order
    ? cancelOrder(order, 'by-owner', changeContext(context, reason))
    : fail('unknown-order')
}

/** Notes that a buyer who asked to cancel keeps the order. Throws DatabaseUnavailable. */
export function withdrawCancellationRequest({
  orderId,
  reason,
  context,
}: {
  readonly orderId: string
  readonly reason: string
  readonly context: OwnerContext
}) {
  return applyDecision(orderId, (stored) =>
    withdrawCancellation(stored, changeContext(context, reason)),
  )
}
