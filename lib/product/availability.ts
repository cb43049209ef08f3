import { endOfTaipeiDay } from '#lib/time/taipei-time.ts'
import type { Size } from './sizes.ts'

/** The day (YYYY-MM-DD) about which a product's next units ship; none once they are here. */
export type ShipDay = { readonly estimated_ship_date?: string | undefined }

/**
 * Promise of a product: units that are here, units that ship about a day ahead, or
 * nothing, because the day has passed and the owner has not said what became of it.
 */
export type ShipPromise =
  | { readonly kind: 'here' }
  | { readonly kind: 'dated'; readonly day: string }
  | { readonly kind: 'unsettled'; readonly day: string }

/** Whether a day (YYYY-MM-DD) in Taipei is over at `now`; the day itself is not. */
export function hasPassed(day: string, now: Date): boolean {
  return now >= endOfTaipeiDay(day)
}

/**
 * The promise of a product at `now`. A day that passes draws no conclusion: goods are here only
 * when the owner has said so, which ends the day (lib/product/product.ts).
 */
export function promiseOn({ estimated_ship_date: day }: ShipDay, now: Date): ShipPromise {
  if (day === undefined) return { kind: 'here' }
  return { kind: hasPassed(day, now) ? 'unsettled' : 'dated', day }
}

/**
 * How a product is sold. `back-order`: units of the stock that are not here yet. `paused`: its
 * shipping day passed unanswered, so nothing can be promised and nothing is sold.
 */
export type Availability = 'in-stock' | 'preorder' | 'back-order' | 'paused' | 'sold-out'

/** The fields of a product that decide whether it may be bought. */
export type StockInfo = ShipDay & {
  readonly preorder: boolean
  readonly preorder_deadline?: string | undefined
  readonly stock: number
  /** The units of `stock` by size; where it is missing, every size may be any of them. */
  readonly stock_by_size?: Readonly<Partial<Record<Size, number>>> | undefined
}

/** Those fields of a product alone, so that a page hands the browser no more. */
export function stockInfoOf({
  preorder,
  preorder_deadline,
  estimated_ship_date,
  stock,
  stock_by_size,
}: StockInfo): StockInfo {
  return {
    preorder,
    preorder_deadline,
    estimated_ship_date,
    stock,
    ...(stock_by_size === undefined ? {} : { stock_by_size }),
  }
}

/** Whether the pre-order runs at `now`: flagged, and without deadline or before the deadline day ends in Taipei. */
export function isPreorderActive(product: StockInfo, now: Date): boolean {
  const { preorder, preorder_deadline: deadline } = product
  return preorder && (deadline === undefined || !hasPassed(deadline, now))
}

const OF_STOCK = { here: 'in-stock', dated: 'back-order', unsettled: 'paused' } as const

/**
 * Returns whether and how a product is sold at `now`. Button, card, structured data and server use
 * it.
 */
export function availability(product: StockInfo, now = new Date()): Availability {
  const { kind } = promiseOn(product, now)
  if (isPreorderActive(product, now)) return kind === 'unsettled' ? 'paused' : 'preorder'
  return product.stock > 0 ? OF_STOCK[kind] : 'sold-out'
}

/** Whether a product can be bought. */
export function isOnSale(is: Availability): boolean {
  return is !== 'sold-out' && is !== 'paused'
}

/** Whether the units of the stock are sold, which may be counted by size. */
export function sellsStock(is: Availability): boolean {
  return is === 'in-stock' || is === 'back-order'
}

/** True if a size has units, or any unit of the product may be it. */
export function hasUnits({ stock_by_size }: Pick<StockInfo, 'stock_by_size'>, size: Size): boolean {
  return stock_by_size === undefined || (stock_by_size[size] ?? 0) > 0
}

/** Same as `availability` for one size, which may be counted separately. */
export function sizeAvailability(product: StockInfo, size: Size, now = new Date()): Availability {
  const is = availability(product, now)
  return sellsStock(is) && !hasUnits(product, size) ? 'sold-out' : is
}

/** The next instant after `now` at which a day of the product passes, or undefined if none will. */
export function nextChange(product: StockInfo, now: Date): Date | undefined {
  const days = [product.preorder_deadline, product.estimated_ship_date]
  const ends = days.flatMap((day) => (day === undefined ? [] : [endOfTaipeiDay(day)]))
  return ends.filter((end) => end > now).toSorted((a, b) => a.getTime() - b.getTime())[0]
}
