import 'server-only'

import { heldOrders } from '../adapters/firestore/holds.ts'
import { changeOrder } from '../adapters/firestore/orders.ts'
import { log } from '../log/log.ts'
import { type HeldProduct, heldProducts, isHolding } from '../order/held-products.ts'
import { lapseHold } from '../order/lapse-hold.ts'
import { findProducts } from '../product/find-products.ts'
import { ok, type Result } from '../result.ts'
import { changeContext, type OwnerContext } from './owner-context.ts'

/**
 * Returns products with over a third held by unpaid orders. One query. Throws DatabaseUnavailable.
 */
export async function findHeldProducts(): Promise<readonly HeldProduct[]> {
  const [{ orders }, products] = await Promise.all([heldOrders(), findProducts()])
  return heldProducts(orders, products)
}

/**
 * Ends a product's holds except while money is moving; orders stay payable. Returns their number.
 * Throws DatabaseUnavailable.
 */
export async function releaseHolds({
  product,
  context,
}: {
  readonly product: string
  readonly context: OwnerContext
}): Promise<Result<number, never>> {
  const { orders } = await heldOrders()
  const holding = orders.filter((order) => {
    return isHolding(order) && order.items.some(({ id }) => id === product)
  })
  for (const { id } of holding) {
    const released = changeContext(context)
    await changeOrder(id, (stored) => lapseHold(stored, 'released-by-owner', released))
  }
  log('holds-released', { product, orders: holding.length })
  return ok(holding.length)
}
