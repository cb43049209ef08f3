import { fromStock, takesPreorder } from '#lib/order/delivery-estimate.ts'
import type { OrderItem } from '#lib/order/order-item.ts'
import type { Order } from '#lib/order/order.ts'
import type { FirstTimeReservations } from '#lib/order/reservation-limits.ts'
import { countsUnits } from '#lib/order/reservation.ts'
import { unitsToExchange } from '#lib/order/return/return-record.ts'
import type { RefusedLine } from '#lib/price/check-price.ts'
import type { StockInfo } from '#lib/product/availability.ts'
import { offeredUnits, type Override } from '#lib/product/override.ts'
import { type Made, type Size, SIZES } from '#lib/product/sizes.ts'
import { defined } from '#lib/result.ts'

/** Units by size; a size that is missing has none. */
export type SizeCount = Readonly<Partial<Record<Size, number>>>

/**
 * Reserved units of a product by unpaid and paid orders. `sizes` splits `stock`, not `preorder`.
 */
export type ReservedStock = {
  readonly stock: number
  readonly preorder: number
  readonly sizes?: SizeCount
  /** The owner's corrections, stored in the same document. */
  readonly override?: Override
  /** Units reserved by accounts that have never paid (first-time-buyers.ts). */
  readonly firstTimeBuyers?: FirstTimeReservations
}

/** Reserved units of several products, by id. */
export type ReservedStockByProduct = ReadonlyMap<string, ReservedStock>

/** Product fields that limit what may be sold. */
export type Offer = Pick<StockInfo, 'stock' | 'stock_by_size'> & {
  readonly id: string
  readonly preorder_limit?: number | undefined
}

export const NONE: ReservedStock = { stock: 0, preorder: 0 }

/** The units that count against the limit of a pre-order: those that are ordered, and those that were released before. */
export function preorderedUnits({ preorder, override }: ReservedStock): number {
  return preorder + (override?.releasedEarly ?? 0)
}

/**
 * Returns the units left of an item, Infinity for an unlimited one. A size never exceeds its
 * product.
 */
export function availableUnits(
  offer: Offer,
  taken: ReservedStock,
  item: Pick<OrderItem, 'size' | 'preorder'>,
): number {
  const { override } = taken
  if (override?.isOffSale === true) return 0
  if (takesPreorder(item)) {
    const limit = offer.preorder_limit ?? Number.POSITIVE_INFINITY
    return Math.max(0, limit - preorderedUnits(taken))
  }
  const { stock, stock_by_size } = offeredUnits(offer, override)
  const ofProduct = stock - taken.stock
  if (stock_by_size === undefined) return Math.max(0, ofProduct)
  const { size } = item
  const ofSize = (stock_by_size[size] ?? 0) - (taken.sizes?.[size] ?? 0)
  return Math.max(0, Math.min(ofProduct, ofSize))
}

/** Change of a product's counts: units reserved, or returned where below zero. */
export type StockMove = Pick<ReservedStock, 'stock' | 'preorder'> & {
  readonly id: string
  readonly sizes: SizeCount
}

function units(items: readonly OrderItem[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** The units that these items take, product by product. */
export function stockOf(items: readonly OrderItem[]): readonly StockMove[] {
  const products = Map.groupBy(items, ({ id }) => id)
  return [...products].map(([id, some]) => {
    const inStock = some.filter((item) => !takesPreorder(item))
    const preordered = some.filter(takesPreorder)
    const bySize = [...Map.groupBy(inStock, ({ size }) => size)]
    const sizes = Object.fromEntries(bySize.map(([size, own]) => [size, units(own)]))
    return { id, stock: units(inStock), preorder: units(preordered), sizes }
  })
}

/** The same units given back; never -0, which Firestore stores as a fraction. */
export function reversedMoves(moves: readonly StockMove[]): readonly StockMove[] {
  return moves.map(({ id, stock, preorder, sizes }) => ({
    id,
    stock: 0 - stock,
    preorder: 0 - preorder,
    sizes: Object.fromEntries(Object.entries(sizes).map(([size, count]) => [size, 0 - count])),
  }))
}

/** Returns the reserved units after these moves; never below zero. */
export function afterMoves(
  taken: ReservedStock,
  moves: readonly StockMove[],
  id: string,
): ReservedStock {
  const own = moves.filter((move) => move.id === id)
  const sum = (of: 'stock' | 'preorder') => own.reduce((total, move) => total + move[of], taken[of])
  const ofSize = (size: Size) =>
    own.reduce((total, { sizes }) => total + (sizes[size] ?? 0), taken.sizes?.[size] ?? 0)
  const sizes = SIZES.flatMap((size) => {
    const count = Math.max(0, ofSize(size))
    return count === 0 ? [] : [[size, count] as const]
  })
  return {
    stock: Math.max(0, sum('stock')),
    preorder: Math.max(0, sum('preorder')),
    ...(sizes.length === 0 ? {} : { sizes: Object.fromEntries(sizes) }),
    ...defined({ override: taken.override, firstTimeBuyers: taken.firstTimeBuyers }),
  }
}

/** The reserved units of several products after these moves. */
export function reservedAfter(
  taken: ReservedStockByProduct,
  moves: readonly StockMove[],
): ReservedStockByProduct {
  const after = new Map(taken)
  for (const { id } of moves) after.set(id, afterMoves(taken.get(id) ?? NONE, moves, id))
  return after
}

/** An item of which too few units are left, and how many those are. */
export type MissingStock = { readonly item: OrderItem; readonly left: number }

/**
 * Returns the items that the stock left does not cover. A product without an offer has none left.
 */
export function missingStock(
  { items }: { readonly items: readonly OrderItem[] },
  taken: ReservedStockByProduct,
  offers: readonly Offer[],
): readonly MissingStock[] {
  const soFar = new Map(taken)
  return items.flatMap((item) => {
    const offer = offers.find(({ id }) => id === item.id)
    const before = soFar.get(item.id) ?? NONE
    const left = offer ? availableUnits(offer, before, item) : 0
    const covered = { ...item, quantity: Math.min(item.quantity, left) }
    soFar.set(item.id, afterMoves(before, stockOf([covered]), item.id))
    return item.quantity <= left ? [] : [{ item, left }]
  })
}

/** The same as lines that are refused: sold out, or with the units that are left. */
export function missingLines(missing: readonly MissingStock[]): readonly RefusedLine[] {
  return missing.map(({ item, left }) => ({
    line: { id: item.id, color: item.color ?? '', size: item.size, quantity: item.quantity },
    problem: left > 0 ? 'too-few' : 'sold-out',
    title: item.title,
    left,
  }))
}

// Others sent in exchange, in the size that the member asked for; never more than were ordered.
function itemsResent({ items, returns = [], history }: Order): readonly OrderItem[] {
  const resent = new Map<number, number>()
  const withdrawn = history.flatMap((event) => {
    return event.type === 'exchange.withdrawn' ? [event.data.number] : []
  })
  return history.flatMap((event) => {
    const isTaken =
      event.type === 'exchange.prepared' ||
      (event.type === 'return.exchanged' && !event.data.isPrepared)
    if (!isTaken || withdrawn.includes(event.data.number)) return []
    const request = returns.find(({ number }) => number === event.data.number)
    return (request ? unitsToExchange(request) : []).flatMap(({ index, quantity, size }) => {
      const item = items[index]
      const known = resent.get(index) ?? 0
      if (!item) return []
      const more = Math.min(quantity, item.quantity - known)
      resent.set(index, known + more)
      const sent = event.data.fromStock?.includes(index) ? fromStock(item) : item
      return [{ ...sent, size: size ?? item.size, quantity: more }]
    })
  })
}

/** The units that an order keeps from others: ordered, without those back in stock, with those sent again. */
export function itemsOutsideStock(order: Order): readonly OrderItem[] {
  if (!countsUnits(order)) return []
  const kept = order.items.map((item, index) => {
    return { ...item, quantity: item.quantity - (order.restocked?.[index] ?? 0) }
  })
  return [...kept, ...itemsResent(order)]
}

/**
 * Reserved units and offers of an order's products. `oversellReason` is the owner's reason to oversell.
 */
export type CurrentStock = {
  readonly taken: ReservedStockByProduct
  readonly offers: readonly (Offer & Made)[]
  readonly oversellReason?: string | undefined
}

export type Stock = { readonly taken: ReservedStockByProduct; readonly offers: readonly Offer[] }

/** The units that are missing for an order to be paid after all; none while it still has its units. */
export function missingForOrder(order: Order, { taken, offers }: Stock): readonly MissingStock[] {
  return countsUnits(order) ? [] : missingStock(order, taken, offers)
}
