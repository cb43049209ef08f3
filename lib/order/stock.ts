import type { RefusedLine } from '../price/check-price.ts'
import type { StockInfo } from '../product/availability.ts'
import { offeredPieces, type Override } from '../product/override.ts'
import { type Size, SIZES } from '../product/sizes.ts'
import type { NewcomerHolds } from './hold.ts'
import { takesPreorder } from './awaited.ts'
import type { OrderItem } from './order-item.ts'
import { defined } from '../defined.ts'

/** Pieces by size; a size that is missing has none. */
export type SizeCount = Readonly<Partial<Record<Size, number>>>

/**
 * Reserved pieces of a product by unpaid and paid orders. `sizes` splits `stock`, not `preorder`.
 */
export type ReservedStock = {
  readonly stock: number
  readonly preorder: number
  readonly sizes?: SizeCount
  /** The owner's corrections, stored in the same document. */
  readonly override?: Override
  /** Pieces in holds of accounts that have never paid (newcomer-holds.ts). */
  readonly newcomers?: NewcomerHolds
}

/** Reserved pieces of several products, by id. */
export type TakenPieces = ReadonlyMap<string, ReservedStock>

/** Product fields that limit what may be sold. */
export type Offer = Pick<StockInfo, 'stock' | 'stock_by_size'> & {
  readonly id: string
  readonly preorder_limit?: number | undefined
}

const NONE: ReservedStock = { stock: 0, preorder: 0 }

/**
 * Returns the pieces left of an item, Infinity for an unlimited one. A size never exceeds its
 * product.
 */
export function piecesLeft(
  offer: Offer,
  taken: ReservedStock,
  item: Pick<OrderItem, 'size' | 'preorder'>,
): number {
  const { override } = taken
  if (override?.isOffSale === true) return 0
  if (takesPreorder(item)) {
    return Math.max(0, (offer.preorder_limit ?? Number.POSITIVE_INFINITY) - taken.preorder)
  }
  const { stock, stock_by_size } = offeredPieces(offer, override)
  const ofProduct = stock - taken.stock
  if (stock_by_size === undefined) return Math.max(0, ofProduct)
  const { size } = item
  const ofSize = (stock_by_size[size] ?? 0) - (taken.sizes?.[size] ?? 0)
  return Math.max(0, Math.min(ofProduct, ofSize))
}

/** Change of a product's counts: pieces reserved, or returned where below zero. */
export type StockMove = Pick<ReservedStock, 'stock' | 'preorder'> & {
  readonly id: string
  readonly sizes: SizeCount
}

function pieces(items: readonly OrderItem[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

function bySize(items: readonly OrderItem[]): SizeCount {
  const sizes = Map.groupBy(items, ({ size }) => size)
  return Object.fromEntries([...sizes].map(([size, some]) => [size, pieces(some)]))
}

/** The pieces that these items take, product by product. */
export function stockOf(items: readonly OrderItem[]): readonly StockMove[] {
  const products = Map.groupBy(items, ({ id }) => id)
  return [...products].map(([id, some]) => {
    const inStock = some.filter((item) => !takesPreorder(item))
    const preordered = some.filter(takesPreorder)
    return { id, stock: pieces(inStock), preorder: pieces(preordered), sizes: bySize(inStock) }
  })
}

// Never -0, which Firestore stores as a fraction.
function negative(sizes: SizeCount): SizeCount {
  return Object.fromEntries(Object.entries(sizes).map(([size, count]) => [size, 0 - count]))
}

/** The same pieces given back. */
export function givenBack(moves: readonly StockMove[]): readonly StockMove[] {
  return moves.map(({ id, stock, preorder, sizes }) => ({
    id,
    stock: 0 - stock,
    preorder: 0 - preorder,
    sizes: negative(sizes),
  }))
}

/** Returns the reserved pieces after these moves; never below zero. */
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
    ...defined({ override: taken.override, newcomers: taken.newcomers }),
  }
}

/** An item of which too few pieces are left, and how many those are. */
export type MissingPieces = { readonly item: OrderItem; readonly left: number }

/**
 * Returns the items that the stock left does not cover. A product without an offer has none left.
 */
export function piecesMissing(
  { items }: { readonly items: readonly OrderItem[] },
  taken: TakenPieces,
  offers: readonly Offer[],
): readonly MissingPieces[] {
  const soFar = new Map(taken)
  return items.flatMap((item) => {
    const offer = offers.find(({ id }) => id === item.id)
    const before = soFar.get(item.id) ?? NONE
    const left = offer ? piecesLeft(offer, before, item) : 0
    const covered = { ...item, quantity: Math.min(item.quantity, left) }
    soFar.set(item.id, afterMoves(before, stockOf([covered]), item.id))
    return item.quantity <= left ? [] : [{ item, left }]
  })
}

/** The same as lines that are refused: sold out, or with the pieces that are left. */
export function missingLines(missing: readonly MissingPieces[]): readonly RefusedLine[] {
  return missing.map(({ item, left }) => ({
    line: { id: item.id, color: item.color ?? '', size: item.size, quantity: item.quantity },
    problem: left > 0 ? 'too-few' : 'sold-out',
    title: item.title,
    left,
  }))
}
