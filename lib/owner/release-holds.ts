import 'server-only'

import { heldOrders } from '../adapters/firestore/holds.ts'
import { changeOrder } from '../adapters/firestore/orders.ts'
import { log } from '../log.ts'
import { type HeldProduct, heldProducts, isHolding } from '../order/held-products.ts'
import { lapseHold } from '../order/lapse-hold.ts'
import { findProducts } from '../product/find-products.ts'
import { ok, type Result } from '../result.ts'
import { changeContext, type OwnerContext } from './change-numbered-order.ts'

/** The products of which unpaid orders keep more than a third. One query. Throws DatabaseUnavailable. */
export async function findHeldProducts(): Promise<readonly HeldProduct[]> {
  const [{ orders }, products] = await Promise.all([heldOrders(), findProducts()])
  return heldProducts(orders, products)
}

/**
 * Ends the holds that unpaid orders have on a product; the orders stay payable. Orders with money
 * under way keep their pieces. Returns how many holds ended. A repeat ends what is left. Throws
 * DatabaseUnavailable.
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
