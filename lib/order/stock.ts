import type { RefusedLine } from '../price/price.ts'
import type { StockInfo } from '../product/availability.ts'
import { offeredPieces, type Override } from '../product/product.ts'
import { type Made, type Size, SIZES, sizesMade } from '../product/sizes.ts'
import { defined } from '../result.ts'
import {
  piecesToExchange,
  type ChangeContext,
  type ReturnedPieces,
  type ReturnRequest,
} from './events.ts'
import { hasMoneyUnderWay } from './fulfilment.ts'
import { type NewcomerHolds, countsPieces, heldUntil, type OrderItem, type Order } from './order.ts'
import { type PreorderClaim, preorderClaim } from './preorder-claim.ts'
import { fromStock, takesPreorder, isAwaited } from './promises.ts'

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

/** The pieces that count against the limit of a pre-order: those that are ordered, and those that were released before. */
export function preorderedPieces({ preorder, override }: ReservedStock): number {
  return preorder + (override?.releasedEarly ?? 0)
}

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
    const limit = offer.preorder_limit ?? Number.POSITIVE_INFINITY
    return Math.max(0, limit - preorderedPieces(taken))
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

/** The pieces that these items take, product by product. */
export function stockOf(items: readonly OrderItem[]): readonly StockMove[] {
  const products = Map.groupBy(items, ({ id }) => id)
  return [...products].map(([id, some]) => {
    const inStock = some.filter((item) => !takesPreorder(item))
    const preordered = some.filter(takesPreorder)
    const bySize = [...Map.groupBy(inStock, ({ size }) => size)]
    const sizes = Object.fromEntries(bySize.map(([size, own]) => [size, pieces(own)]))
    return { id, stock: pieces(inStock), preorder: pieces(preordered), sizes }
  })
}

/** The same pieces given back; never -0, which Firestore stores as a fraction. */
export function givenBack(moves: readonly StockMove[]): readonly StockMove[] {
  return moves.map(({ id, stock, preorder, sizes }) => ({
    id,
    stock: 0 - stock,
    preorder: 0 - preorder,
    sizes: Object.fromEntries(Object.entries(sizes).map(([size, count]) => [size, 0 - count])),
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

/** The reserved pieces of several products after these moves. */
export function reservedAfter(taken: TakenPieces, moves: readonly StockMove[]): TakenPieces {
  const after = new Map(taken)
  for (const { id } of moves) after.set(id, afterMoves(taken.get(id) ?? NONE, moves, id))
  return after
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

/**
 * Change of a product's pre-ordered pieces to make: by colour and size, those of them whose order is pending
 * (preorder-claim.ts), and by promised day.
 */
export type PiecesMove = {
  readonly id: string
  readonly title: string
  readonly pieces: Readonly<Record<string, number>>
  readonly pending: Readonly<Record<string, number>>
  readonly days: Readonly<Record<string, number>>
}

/** The name of a colour and size among the pieces to make. */
export function pieceKey({ color = '', size }: Pick<OrderItem, 'color' | 'size'>): string {
  return `${color} ${size}`
}

/** The promised day of what was ordered without one. */
export const NO_DAY = '9999-12-31'

/** The items of an order that are to be made: those that it waits for, once its money came. */
export function itemsToMake(
  order: Order,
): readonly (OrderItem & { readonly claim: PreorderClaim })[] {
  const claim = preorderClaim(order)
  if (claim === undefined || claim === 'unpaid') return []
  return order.items.filter(isAwaited).map((item) => ({ ...item, claim }))
}

function countBy(items: readonly OrderItem[], keyOf: (item: OrderItem) => string) {
  const counts = new Map<string, number>()
  for (const item of items) {
    counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + item.quantity)
  }
  return Object.fromEntries([...counts].filter(([, count]) => count !== 0))
}

/**
 * Returns the change in pieces to make. A new order, with `before` undefined, adds all of its
 * pieces.
 */
export function makeMoves(before: Order | undefined, after: Order): readonly PiecesMove[] {
  const gone = (before ? itemsToMake(before) : []).map((item) => {
    return { ...item, quantity: -item.quantity }
  })
  const changed = [...gone, ...itemsToMake(after)]
  return [...Map.groupBy(changed, ({ id }) => id)].flatMap(([id, items]): PiecesMove[] => {
    const pieces = countBy(items, pieceKey)
    const pending = countBy(
      items.filter(({ claim }) => claim === 'pending'),
      pieceKey,
    )
    const days = countBy(items, ({ preorder }) => preorder?.shipsAbout ?? NO_DAY)
    const isSame = [pieces, pending, days].every((counts) => Object.keys(counts).length === 0)
    return isSame ? [] : [{ id, title: items.at(-1)?.title ?? id, pieces, pending, days }]
  })
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
    return (request ? piecesToExchange(request) : []).flatMap(({ index, quantity, size }) => {
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

/** The pieces that an order keeps from others: ordered, without those back in stock, with those sent again. */
export function keptItems(order: Order): readonly OrderItem[] {
  if (!countsPieces(order)) return []
  const kept = order.items.map((item, index) => {
    return { ...item, quantity: item.quantity - (order.restocked?.[index] ?? 0) }
  })
  return [...kept, ...itemsResent(order)]
}

/** Whether an order counts as a use of its code: until it ends without a payment. */
export function countsUse({ discount, status }: Pick<Order, 'discount' | 'status'>): boolean {
  return discount !== undefined && status !== '已取消'
}

/**
 * Reserved pieces and offers of an order's products. `belowZero` is the owner's reason to oversell.
 */
export type StockAtHand = {
  readonly taken: TakenPieces
  readonly offers: readonly (Offer & Made)[]
  readonly belowZero?: string | undefined
}

type Stock = { readonly taken: TakenPieces; readonly offers: readonly Offer[] }

/** The pieces that are missing for an order to be paid after all; none while it still has its pieces. */
export function missingForOrder(order: Order, { taken, offers }: Stock): readonly MissingPieces[] {
  return countsPieces(order) ? [] : piecesMissing(order, taken, offers)
}

/** These pieces of an order as items, each in the size that is wished for it. */
export function itemsOf(
  { items }: Pick<Order, 'items'>,
  pieces: readonly ReturnedPieces[],
): readonly OrderItem[] {
  return pieces.flatMap(({ index, quantity, size }) => {
    const item = items[index]
    return item ? [{ ...item, quantity, size: size ?? item.size }] : []
  })
}

// Whether 貨到了 was recorded for the edition of a pre-ordered line, which may have left before.
function hasCome({ id, preorder }: OrderItem, taken: TakenPieces): boolean {
  const arrivedOf = taken.get(id)?.override?.arrivedOf
  return arrivedOf !== undefined && (preorder?.shipsAbout ?? '') <= arrivedOf
}

/** The lines of an exchange, by index, that were of a pre-order whose goods came since: others come from the stock. */
export function linesFromStock(
  { items }: Pick<Order, 'items'>,
  request: ReturnRequest,
  taken: TakenPieces,
): readonly number[] {
  return piecesToExchange(request).flatMap(({ index }) => {
    const item = items[index]
    return item && takesPreorder(item) && hasCome(item, taken) ? [index] : []
  })
}

/** The pieces that are missing to send those of an exchange; `restock`: those that came back count again. */
export function missingForExchange(
  order: Order,
  { request, restock }: { readonly request: ReturnRequest; readonly restock: boolean },
  { taken, offers }: Stock,
): readonly MissingPieces[] {
  const back = restock ? request.items.map(({ index, quantity }) => ({ index, quantity })) : []
  const reserved = reservedAfter(taken, givenBack(stockOf(itemsOf(order, back))))
  const items = itemsOf(order, piecesToExchange(request)).map((item) => {
    return hasCome(item, taken) ? fromStock(item) : item
  })
  return piecesMissing({ items }, reserved, offers)
}

/** A size into which pieces of a line may be changed; `left` is missing where nothing limits it. */
export type SizeChoice = { readonly size: Size; readonly left?: number }

/** The sizes into which the pieces of each item may be changed, with the pieces left of each. */
export function sizeChoices(
  { items }: Pick<Order, 'items'>,
  { taken, offers }: Pick<StockAtHand, 'taken' | 'offers'>,
): readonly (readonly SizeChoice[])[] {
  return items.map((item) => {
    const offer = offers.find(({ id }) => id === item.id)
    const line = hasCome(item, taken) ? fromStock(item) : item
    return sizesMade(offers, item.id).map((size) => {
      const left = offer && piecesLeft(offer, taken.get(item.id) ?? NONE, { ...line, size })
      return left === undefined || left === Number.POSITIVE_INFINITY ? { size } : { size, left }
    })
  })
}

/** The context of a change that takes missing pieces: its reason says so, and why. */
export function withBelowZero(
  context: ChangeContext,
  missing: readonly MissingPieces[],
  { belowZero = '' }: Pick<StockAtHand, 'belowZero'>,
): ChangeContext {
  if (missing.length === 0) return context
  const reason = [context.reason?.trim(), `庫存不足：${belowZero.trim()}`]
    .filter(Boolean)
    .join('；')
  return { ...context, reason }
}

/** Pieces that are missing, in words: which, how many are wanted, and how many are left. */
export function missingText(missing: readonly MissingPieces[]): string {
  return missing
    .map(({ item: { title, color, size, quantity }, left }) => {
      const name = [title, color, size].filter(Boolean).join(' ')
      return `${name} 要 ${quantity} 件，只剩 ${left} 件`
    })
    .join('；')
}

/** A product of which unpaid orders keep many pieces: so many of so many, in so many orders. */
export type HeldProduct = {
  readonly product: string
  readonly title: string
  readonly held: number
  readonly of: number
  readonly orders: number
}

/** Whether an order keeps pieces that the owner could release. */
export function isHolding(order: Order): boolean {
  return heldUntil(order) !== undefined && !hasMoneyUnderWay(order)
}

const partOf = ({ held, of }: { readonly held: number; readonly of: number }) =>
  held === 0 ? 0 : held / of

// The kind of which a larger part is held: pieces in stock, or those of a pre-order with a limit.
function heldPart(moves: readonly StockMove[], offer: Offer) {
  const sum = (of: 'stock' | 'preorder') => moves.reduce((total, move) => total + move[of], 0)
  const stock = { held: sum('stock'), of: offer.stock }
  const preorder = { held: sum('preorder'), of: offer.preorder_limit ?? Number.POSITIVE_INFINITY }
  return partOf(stock) >= partOf(preorder) ? stock : preorder
}

/** The products of which unpaid orders keep more than a third. */
export function heldProducts(
  orders: readonly Order[],
  offers: readonly (Offer & { readonly title: string })[],
): readonly HeldProduct[] {
  const holding = orders.filter(isHolding)
  return offers.flatMap((offer) => {
    const { id, title } = offer
    const own = holding.filter(({ items }) => items.some((item) => item.id === id))
    const moves = own.flatMap(({ items }) => stockOf(items)).filter((move) => move.id === id)
    const { held, of } = heldPart(moves, offer)
    return held * 3 > of ? [{ product: id, title, held, of, orders: own.length }] : []
  })
}
