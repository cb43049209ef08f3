import 'server-only'

import { readReservedStock } from '#lib/inventory/inventory-store.ts'
import type { SizeCount } from '#lib/inventory/stock.ts'
import { findFileProducts } from '#lib/product/find-products.ts'
import { shipDayOf } from '#lib/product/override.ts'
import type { Size } from '#lib/product/sizes.ts'
import { ordersOfStatus } from './owner-order-store.ts'
import { unitsAwaited, waitingOrders } from './waiting-orders.ts'

/** A product that orders wait for, with the units they need by size. */
export type AwaitedProduct = {
  readonly product: string
  readonly title: string
  readonly sizes: readonly Size[]
  /** Orders by their claim. */
  readonly paid: number
  readonly unpaid: number
  readonly pending: number
  readonly needed: SizeCount
  /** Those of the needed units whose order is pending. */
  readonly neededPending: SizeCount
  /** Whether its goods were said to be here: what is left is to release the orders. */
  readonly isHere: boolean
}

/** The products whose goods are awaited. Reads every unpaid and paid order. Throws DatabaseUnavailable. */
export async function findAwaitedProducts(): Promise<readonly AwaitedProduct[]> {
  const files = await findFileProducts()
  const [taken, ...read] = await Promise.all([
    readReservedStock(files.map(({ id }) => id)),
    ...(['待付款', '已付款'] as const).map(ordersOfStatus),
  ])
  const orders = read.flatMap((ordersRead) => ordersRead.orders)
  return files.flatMap(({ id, title, sizes, estimated_ship_date: written }) => {
    const { paid, unpaid, pending } = waitingOrders(orders, id)
    const isHere = shipDayOf(written, taken.get(id)?.override) === undefined
    if (isHere && paid.length + unpaid.length === 0) return []
    const counts = { paid: paid.length, unpaid: unpaid.length, pending: pending.length }
    const needed = unitsAwaited([...paid, ...unpaid, ...pending], id)
    const neededPending = unitsAwaited(pending, id)
    return [{ product: id, title, sizes, ...counts, needed, neededPending, isHere }]
  })
}
