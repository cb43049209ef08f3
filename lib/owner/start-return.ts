import 'server-only'

import { applyDecision } from '#lib/order/apply-decision.ts'
import { changeContext, type OwnerContext } from '#lib/order/events.ts'
import { readOrder } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import type { ReturnedUnits } from '#lib/order/return/return-record.ts'
import {
  returnableUnits,
  type ReturnFailure,
  returnRequestChange,
} from '#lib/order/return/return-rules.ts'
import { findPlannedProducts } from '#lib/product/find-products.ts'
import { isSize } from '#lib/product/sizes.ts'
import { fail, type Result } from '#lib/result.ts'

/** Reads the units to return and the wish from a form's fields. */
export function returnedUnitsIn(
  fields: Readonly<Record<string, string>>,
  order: Order,
): readonly ReturnedUnits[] {
  return returnableUnits(order).flatMap((_, index) => {
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
    items: returnedUnitsIn(fields, order),
    reason: reason.trim(),
    contact: order.recipient.phone || order.recipient.email,
  }
  return applyDecision(orderId, (stored) =>
    returnRequestChange(stored, wish, made, changeContext(context, reason)),
  )
}
