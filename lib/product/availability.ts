import { endOfTaipeiDay } from '../time/taipei-day-end.ts'
import type { Size } from './sizes.ts'

/** Facts that decide whether a product can be bought. */
export type Availability = 'in-stock' | 'preorder' | 'sold-out'

/** The fields of a product that decide whether it may be bought. */
export type StockInfo = {
  readonly preorder: boolean
  readonly preorder_deadline?: string | undefined
  readonly stock: number
  /** The pieces of `stock` by size; where it is missing, every size may be any of them. */
  readonly stock_by_size?: Readonly<Partial<Record<Size, number>>> | undefined
}

/** Those fields of a product alone, so that a page hands the browser no more. */
export function stockInfoOf({
  preorder,
  preorder_deadline,
  stock,
  stock_by_size,
}: StockInfo): StockInfo {
  return {
    preorder,
    preorder_deadline,
    stock,
    ...(stock_by_size === undefined ? {} : { stock_by_size }),
  }
}

/** Whether the pre-order runs at `now`: flagged, and without deadline or before the deadline day ends in Taipei. */
export function isPreorderActive(product: StockInfo, now: Date): boolean {
  if (!product.preorder) return false
  if (product.preorder_deadline === undefined) return true
  return now < endOfTaipeiDay(product.preorder_deadline)
}

/**
 * Returns whether and how a product is sold at `now`. Button, card, structured data and server use
 * it.
 */
export function availability(product: StockInfo, now = new Date()): Availability {
  if (isPreorderActive(product, now)) return 'preorder'
  return product.stock > 0 ? 'in-stock' : 'sold-out'
}

/** True if a size has pieces, or any piece of the product may be it. */
export function hasPieces(
  { stock_by_size }: Pick<StockInfo, 'stock_by_size'>,
  size: Size,
): boolean {
  return stock_by_size === undefined || (stock_by_size[size] ?? 0) > 0
}

/** Same as `availability` for one size, which may be counted separately. */
export function sizeAvailability(product: StockInfo, size: Size, now = new Date()): Availability {
  const is = availability(product, now)
  return is === 'in-stock' && !hasPieces(product, size) ? 'sold-out' : is
}
