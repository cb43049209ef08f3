import type { ReservedStock } from '#lib/inventory/stock.ts'
import { offeredUnits } from '#lib/product/override.ts'
import type { Product } from '#lib/product/product.ts'
import type { Size } from '#lib/product/sizes.ts'

export type CountFields = Pick<Product, 'stock' | 'stock_by_size' | 'sizes'>

/** Units as an override says them. */
export type Units = Pick<Product, 'stock' | 'stock_by_size'>

export const NONE: ReservedStock = { stock: 0, preorder: 0 }

/**
 * Returns the units left of a size, or of the product if not counted by size. Negative if
 * oversold.
 */
export function leftOf(product: CountFields, taken: ReservedStock = NONE, size?: Size): number {
  const { stock, stock_by_size: bySize } = offeredUnits(product, unitsIn(taken))
  if (size === undefined || bySize === undefined) return stock - taken.stock
  return (bySize[size] ?? 0) - (taken.sizes?.[size] ?? 0)
}

// A product off sale still has stock.
function unitsIn({ override }: ReservedStock) {
  return override && { ...override, isOffSale: false }
}

export function countsSizes(product: CountFields, taken: ReservedStock = NONE): boolean {
  return offeredUnits(product, unitsIn(taken)).stock_by_size !== undefined
}
