import 'server-only'

import { applyDecision } from '#lib/order/apply-decision.ts'
import { changeItems, type ChangeItemsRefusal, type WantedItem } from '#lib/order/change-items.ts'
import { changeContext, type OwnerContext } from '#lib/order/events.ts'
import { readOrder } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { findPlannedProducts } from '#lib/product/find-products.ts'
import { isSize } from '#lib/product/sizes.ts'
import { fail, type Result } from '#lib/result.ts'

/** The fields of a form that say what becomes of each item. */
export function wantedItemsIn(
  fields: Readonly<Record<string, string>>,
  { items }: Pick<Order, 'items'>,
): readonly WantedItem[] {
  return items.flatMap((_, index) => {
    const size = fields[`size-${index}`] ?? ''
    const quantity = Number(fields[`quantity-${index}`] ?? Number.NaN)
    return isSize(size) && Number.isInteger(quantity) ? [{ index, size, quantity }] : []
  })
}

/**
 * Changes sizes or quantities of a paid order before shipping. `oversellReason` allows overselling.
 * Throws DatabaseUnavailable.
 */
export async function changeOrderItems({
  orderId,
  reason,
  oversellReason,
  fields,
  context,
}: {
  readonly orderId: string
  readonly reason: string
  readonly oversellReason?: string | undefined
  readonly fields: Readonly<Record<string, string>>
  readonly context: OwnerContext
}): Promise<Result<Order, ChangeItemsRefusal | 'unknown-order'>> {
  const [order, offers] = await Promise.all([readOrder(orderId), findPlannedProducts()])
  if (!order) return fail('unknown-order')
  const wanted = wantedItemsIn(fields, order)
  return applyDecision(
    orderId,
    (stored, taken) =>
      changeItems(
        stored,
        { wanted, stock: { taken, offers, oversellReason } },
        changeContext(context, reason),
      ),
    () => true,
  )
}
