import type { SizeCount, ReservedStock } from '../order/stock.ts'
import { offeredPieces } from '../product/override.ts'
import type { Product } from '../product/product.ts'
import { type Size, SIZES } from '../product/sizes.ts'
import { fail, ok, type Result } from '../result.ts'

/** Product fields for the count. */
export type CountFields = Pick<Product, 'stock' | 'stock_by_size' | 'sizes'>

/** A correction of pieces: more or fewer (`add`), or how many can be sold now (`set`), by size or in all. */
export type StockCorrection = {
  readonly how: 'add' | 'set'
  readonly sizes: SizeCount
  readonly total?: number | undefined
}

/** Why pieces can't be corrected so. */
export type StockRefusal = 'nothing-changed' | 'below-zero'

/** Pieces as an override says them. */
type Pieces = Pick<Product, 'stock' | 'stock_by_size'>

const NONE: ReservedStock = { stock: 0, preorder: 0 }

/**
 * Returns the pieces left of a size, or of the product if not counted by size. Negative if
 * oversold.
 */
export function leftOf(product: CountFields, taken: ReservedStock = NONE, size?: Size): number {
  const { stock, stock_by_size: bySize } = offeredPieces(product, piecesIn(taken))
  if (size === undefined || bySize === undefined) return stock - taken.stock
  return (bySize[size] ?? 0) - (taken.sizes?.[size] ?? 0)
}

// A product off sale still has stock.
function piecesIn({ override }: ReservedStock) {
  return override && { ...override, isOffSale: false }
}

/** Whether each size is counted by itself. */
export function countsSizes(product: CountFields, taken: ReservedStock = NONE): boolean {
  return offeredPieces(product, piecesIn(taken)).stock_by_size !== undefined
}

const correctCount = (left: number, by: number | undefined, how: 'add' | 'set') => {
  if (by === undefined) return left
  return how === 'add' ? left + by : by
}

// Keeps the sellable stock: the sum of the sizes is the product's offer.
function correctSizes(product: CountFields, taken: ReservedStock, change: StockCorrection) {
  const wasCounted = countsSizes(product, taken)
  const rows = product.sizes.map((size) => {
    const before = wasCounted ? leftOf(product, taken, size) : 0
    const left = correctCount(before, change.sizes[size], change.how)
    return { size, left, isRefused: left < 0 && left !== before }
  })
  if (rows.some(({ isRefused }) => isRefused)) return fail('below-zero')
  const bySize = rows.map(({ size, left }) => [
    size,
    Math.max(0, left + (taken.sizes?.[size] ?? 0)),
  ])
  const all = rows.reduce((sum, { left }) => sum + left, 0)
  const sizes: SizeCount = Object.fromEntries(bySize)
  return ok({ stock: Math.max(0, taken.stock + all), stock_by_size: sizes })
}

/** The pieces that an override says after a correction; the orders that took some meanwhile are counted. */
export function correctStock(
  product: CountFields,
  taken: ReservedStock,
  change: StockCorrection,
): Result<Pieces, StockRefusal> {
  const hasSizes = SIZES.some((size) => change.sizes[size] !== undefined)
  if (hasSizes) return correctSizes(product, taken, change)
  if (change.total === undefined || countsSizes(product, taken)) return fail('nothing-changed')
  const left = correctCount(leftOf(product, taken), change.total, change.how)
  return left < 0 ? fail('below-zero') : ok({ stock: taken.stock + left })
}
