import 'server-only'

import {
  hasReservation,
  type ReservedProduct,
  reservedProducts,
} from '#lib/inventory/reserved-products.ts'
import { log } from '#lib/log/log.ts'
import { changeContext, type OwnerContext } from '#lib/order/events.ts'
import { expireReservation } from '#lib/order/expire-reservation.ts'
import { changeOrder, reservedOrders } from '#lib/order/order-store.ts'
import { codeAttempt } from '#lib/payment/payment.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { fail, ok, type Result } from '#lib/result.ts'

/**
 * Returns products with over a third held by unpaid orders. One query. Throws DatabaseUnavailable.
 */
export async function findReservedProducts(): Promise<readonly ReservedProduct[]> {
  const [{ orders }, products] = await Promise.all([reservedOrders(), findProducts()])
  return reservedProducts(orders, products)
}

/**
 * Ends a product's holds except while money is moving; orders stay payable. Returns their number,
 * or `unknown-product`.
 * Throws DatabaseUnavailable.
 */
export async function releaseReservations({
  product,
  context,
}: {
  readonly product: string
  readonly context: OwnerContext
}): Promise<Result<number, 'unknown-product'>> {
  const [{ orders }, products] = await Promise.all([reservedOrders(), findProducts()])
  if (!products.some(({ id }) => id === product)) return fail('unknown-product')
  const reserving = orders.filter((order) => {
    const mayRelease = hasReservation(order) && codeAttempt(order.payment) === undefined
    return mayRelease && order.items.some(({ id }) => id === product)
  })
  for (const { id } of reserving) {
    const released = changeContext(context)
    await changeOrder(id, (stored) => expireReservation(stored, 'released-by-owner', released))
  }
  log('reservations-released', { product, orders: reserving.length })
  return ok(reserving.length)
}
