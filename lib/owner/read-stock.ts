import 'server-only'

import {
  readReservedStock,
  readStockNotes,
  type StockNote,
} from '#lib/inventory/inventory-store.ts'
import { hasReservation } from '#lib/inventory/reserved-products.ts'
import { preorderedUnits, type ReservedStock, stockOf } from '#lib/inventory/stock.ts'
import { reservedOrders } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { isPreorderActive } from '#lib/product/availability.ts'
import { findFileProducts } from '#lib/product/find-products.ts'
import type { Product } from '#lib/product/product.ts'
import type { Size } from '#lib/product/sizes.ts'
import { countStockAlerts } from '#lib/stock-alert/stock-alert.ts'
import { countsSizes, leftOf, NONE } from './stock-left.ts'

/** Units of one size, or of the whole product where `size` is missing. */
export type StockRow = {
  readonly size?: Size | undefined
  readonly held: number
  readonly sold: number
  readonly left: number
}

/** A product's units, as the owner sees them. */
export type ProductStock = {
  readonly id: string
  readonly title: string
  readonly sizes: readonly Size[]
  readonly isOffSale: boolean
  readonly isPreorder: boolean
  readonly preordered: number
  readonly limit?: number | undefined
  readonly rows: readonly StockRow[]
  readonly notes: readonly StockNote[]
  /** Pending stock alerts by size. */
  readonly waiting: ReadonlyMap<Size, number>
}

/** A product's units by size: what unpaid orders keep, what is sold, and what can be sold. */
export function stockOfProduct(
  product: Product,
  taken: ReservedStock,
  orders: readonly Order[],
): Omit<ProductStock, 'notes' | 'waiting'> {
  const moves = orders.filter(hasReservation).flatMap(({ items }) => stockOf(items))
  const held = moves.filter(({ id }) => id === product.id)
  const sizes = countsSizes(product, taken) ? product.sizes : [undefined]
  return {
    id: product.id,
    title: product.title,
    sizes: product.sizes,
    isOffSale: taken.override?.isOffSale === true,
    isPreorder: isPreorderActive(product, new Date()),
    preordered: preorderedUnits(taken),
    limit: product.preorder_limit,
    rows: sizes.map((size) => {
      const kept = held.reduce(
        (sum, move) => sum + (size === undefined ? move.stock : (move.sizes[size] ?? 0)),
        0,
      )
      const all = size === undefined ? taken.stock : (taken.sizes?.[size] ?? 0)
      return { size, held: kept, sold: all - kept, left: leftOf(product, taken, size) }
    }),
  }
}

/**
 * Returns each product's stock, corrections and alerts. One query, then two reads and a count a
 * size per product. Throws DatabaseUnavailable.
 */
export async function readStock(): Promise<readonly ProductStock[]> {
  const products = await findFileProducts()
  const [taken, { orders }, notes, waiting] = await Promise.all([
    readReservedStock(products.map(({ id }) => id)),
    reservedOrders(),
    Promise.all(products.map(({ id }) => readStockNotes(id))),
    Promise.all(products.map(countStockAlerts)),
  ])
  return products.map((product, index) => ({
    ...stockOfProduct(product, taken.get(product.id) ?? NONE, orders),
    notes: notes[index] ?? [],
    waiting: waiting[index] ?? new Map(),
  }))
}
