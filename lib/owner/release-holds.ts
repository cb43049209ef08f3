import 'server-only'

import { heldOrders } from '../adapters/firestore/holds.ts'
import { changeOrder } from '../adapters/firestore/orders.ts'
import { log } from '../log/log.ts'
import { type HeldProduct, heldProducts, isHolding } from '../order/stock.ts'
import { lapseHold } from '../order/fulfilment.ts'
import { findProducts } from '../product/find-products.ts'
import { fail, ok, type Result } from '../result.ts'
import { changeContext, type OwnerContext } from './owner-context.ts'

/**
 * Returns products with over a third held by unpaid orders. One query. Throws DatabaseUnavailable.
 */
export async function findHeldProducts(): Promise<readonly HeldProduct[]> {
  const [{ orders }, products] = await Promise.all([heldOrders(), findProducts()])
  return heldProducts(orders, products)
}

/**
 * Ends a product's holds except while money is moving; orders stay payable. Returns their number,
 * or `unknown-product`.
 * Throws DatabaseUnavailable.
 */
export async function releaseHolds({
  product,
  context,
}: {
  readonly product: string
  readonly context: OwnerContext
}): Promise<Result<number, 'unknown-product'>> {
  const [{ orders }, products] = await Promise.all([heldOrders(), findProducts()])
  if (!products.some(({ id }) => id === product)) return fail('unknown-product')
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
