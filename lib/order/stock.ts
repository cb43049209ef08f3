import { availability, type StockInfo } from '../product/availability.ts'
import type { RefusedLine } from '../price/check-price.ts'
import type { Order, OrderItem } from './order.ts'

/** What is taken of a product, by orders that are unpaid or paid: pieces in stock, and pieces ordered before they were made. */
export type Taken = { readonly stock: number; readonly preorder: number }

/** What a product offers: the fields of its file that limit what may be sold. */
export type Offer = StockInfo & {
  readonly id: string
  readonly preorder_limit?: number | undefined
}

/** How many pieces of a product can still be ordered at `now`, Infinity where nothing limits them. */
export function piecesLeft(offer: Offer, taken: Taken, now: Date): number {
  if (availability(offer, now) === 'preorder') {
    return Math.max(0, (offer.preorder_limit ?? Number.POSITIVE_INFINITY) - taken.preorder)
  }
  return Math.max(0, offer.stock - taken.stock)
}

/** What is counted of a product: pieces taken, or given back where below zero. */
export type StockMove = { readonly id: string; readonly stock: number; readonly preorder: number }

function pieces(items: readonly OrderItem[], isPreorder: boolean): number {
  return items
    .filter(({ preorder }) => (preorder !== undefined) === isPreorder)
    .reduce((sum, { quantity }) => sum + quantity, 0)
}

/** The pieces that these items take, product by product. */
export function stockOf(items: readonly OrderItem[]): readonly StockMove[] {
  const products = Map.groupBy(items, ({ id }) => id)
  return [...products].map(([id, some]) => ({
    id,
    stock: pieces(some, false),
    preorder: pieces(some, true),
  }))
}

/** The same pieces given back. Never -0, which Firestore stores as a fraction. */
export function givenBack(moves: readonly StockMove[]): readonly StockMove[] {
  return moves.map(({ id, stock, preorder }) => ({ id, stock: 0 - stock, preorder: 0 - preorder }))
}

/** What is taken after these moves; never below zero. */
export function afterMoves(taken: Taken, moves: readonly StockMove[], id: string): Taken {
  const own = moves.filter((move) => move.id === id)
  const sum = (of: 'stock' | 'preorder') => own.reduce((total, move) => total + move[of], taken[of])
  return { stock: Math.max(0, sum('stock')), preorder: Math.max(0, sum('preorder')) }
}

/** The items, in their order, that what is left does not cover, each with the pieces left for it. */
export function uncovered(
  items: readonly OrderItem[],
  left: ReadonlyMap<string, number>,
): readonly { readonly item: OrderItem; readonly left: number }[] {
  const rest = new Map(left)
  return items.flatMap((item) => {
    const available = rest.get(item.id) ?? 0
    const isCovered = item.quantity <= available
    rest.set(item.id, isCovered ? available - item.quantity : 0)
    return isCovered ? [] : [{ item, left: available }]
  })
}

/** The same as lines that are refused: sold out, or with the pieces that are left. */
export function uncoveredLines(
  items: readonly OrderItem[],
  left: ReadonlyMap<string, number>,
): readonly RefusedLine[] {
  return uncovered(items, left).map(({ item, left: pieces }) => ({
    line: { id: item.id, color: item.color ?? '', size: item.size, quantity: item.quantity },
    problem: pieces > 0 ? 'too-few' : 'sold-out',
    title: item.title,
    left: pieces,
  }))
}

// Pieces that the owner put back since, less those that were sent in exchange, product by product.
function exchangedSince(before: Order, after: Order): readonly StockMove[] {
  const more = (of: 'restocked' | 'resent', index: number) =>
    (after[of]?.[index] ?? 0) - (before[of]?.[index] ?? 0)
  const pieces = before.items.flatMap((item, index) => {
    const quantity = more('resent', index) - more('restocked', index)
    return quantity === 0 ? [] : [{ ...item, quantity }]
  })
  return stockOf(pieces)
}

/**
 * What a change of an order does to the stock: a cancelled order gives its pieces back, one that is
 * paid after all takes them again, and the owner puts pieces back or sends others in exchange.
 */
export function stockMoves(before: Order, after: Order): readonly StockMove[] {
  if (before.status === after.status) return exchangedSince(before, after)
  if (after.status === '已取消') return givenBack(stockOf(before.items))
  return before.status === '已取消' ? stockOf(before.items) : []
}
