import 'server-only'

import {
  ordersOfStatus,
  ordersReturning,
  countFound,
  type CountedPieces,
  movementSums,
  readToMake,
  countOrders,
} from './owner-order-store.ts'
import { ordersWithParcelAlarm, heldOrders, changeOrder } from '../order/order-store.ts'
import { moneyProblem, lapseHold } from '../order/fulfilment.ts'
import type { Order } from '../order/order.ts'
import { bookingProblem, handOverBy, isToSend, type Reach } from '../order/parcel/booking.ts'
import { exchangeToSend, liveParcel } from '../order/parcel/order-parcel.ts'
import { hasCarrier, sendsHome } from '../settings/env.ts'
import { isWaiting } from '../order/view.ts'
import { readStockNotes, type StockNote, readTaken } from '../order/stock-store.ts'
import {
  isHolding,
  type StockMove,
  stockOf,
  type ReservedStock,
  type HeldProduct,
  heldProducts,
  NO_DAY,
} from '../order/stock.ts'
import { findFileProducts, findProducts } from '../product/find-products.ts'
import { isPreorderActive } from '../product/availability.ts'
import type { Product } from '../product/product.ts'
import { type Size, SIZES } from '../product/sizes.ts'
import { countStockAlerts } from '../stock-alert/stock-alert.ts'
import { countsSizes, leftOf } from './stock-count.ts'
import type { MovementSums } from '../order/movements.ts'
import { log } from '../log/log.ts'
import { numberedAttempt } from '../order/payment/payment.ts'
import { fail, ok, type Result } from '../result.ts'
import { changeContext, type OwnerContext } from './owner-context.ts'
import type { CountReport } from './recount-store.ts'
import { readReminders } from '#lib/mail/outbox-store.ts'
import { countDataRequests } from '../account/session-store.ts'
import { taipeiDay } from '../time/taipei-time.ts'
import { daySpan, monthSpan } from './month.ts'
import { readFoundCounts } from './recount.ts'

/** The owner's parcels: what can be booked, what is booked and not handed over, and what is to be looked at. */
export type ParcelDay = {
  readonly toBook: readonly Order[]
  readonly unfit: readonly Order[]
  readonly booked: readonly { readonly order: Order; readonly handOverBy: string | undefined }[]
  readonly alarms: readonly Order[]
  readonly unreadable: readonly string[]
}

const UNFIT: ReadonlySet<string> = new Set(['not-to-store', 'store-recipient', 'home-recipient'])

/** Whether the label of an order's parcel may be printed: booked, to collect nothing, and to be shipped. */
export function canPrintLabel(order: Order): boolean {
  const live = liveParcel(order)
  const isHere = live?.state === 'booked' || live?.state === 'store-changed'
  return isHere && live.collect === undefined && moneyProblem(order) === undefined
}

function isHere(order: Order): boolean {
  return isToSend(order) && liveParcel(order) !== undefined
}

function deadlineOf(order: Order): string | undefined {
  const { bookedAt, chain } = liveParcel(order) ?? {}
  return bookedAt && chain ? handOverBy(new Date(bookedAt), chain) : undefined
}

/** Returns the orders to send, and the exchanges, that ship by store or by home carrier. */
export function parcelsOf(
  paid: readonly Order[],
  reach: Reach,
): Omit<ParcelDay, 'alarms' | 'unreadable'> {
  const sent = paid.filter(({ shippingMethod }) => shippingMethod === 'store' || reach.sendsHome)
  const free = sent.filter((order) => liveParcel(order) === undefined)
  const due = free.filter((order) => {
    return !order.storeChoice && (!isWaiting(order) || exchangeToSend(order) !== undefined)
  })
  const booked = sent.filter(isHere).map((order) => ({ order, handOverBy: deadlineOf(order) }))
  return {
    toBook: due.filter((order) => bookingProblem(order, reach) === undefined),
    unfit: due.filter((order) => {
      const problem = bookingProblem(order, reach)
      return problem !== undefined && UNFIT.has(problem)
    }),
    booked: booked.toSorted((one, other) =>
      (one.handOverBy ?? '').localeCompare(other.handOverBy ?? ''),
    ),
  }
}

/**
 * The owner's parcels; undefined where this shop has no carrier. Reads every paid order that is not
 * shipped, and every open return.
 */
export async function readParcels(): Promise<ParcelDay | undefined> {
  if (!hasCarrier()) return undefined
  const [paid, returning, alarms] = await Promise.all([
    ordersOfStatus('已付款'),
    ordersReturning(),
    ordersWithParcelAlarm(),
  ])
  const unreadable = [...new Set([...paid.unreadable, ...alarms.unreadable])]
  const exchanges = returning.filter((order) => exchangeToSend(order) !== undefined)
  return {
    ...parcelsOf([...paid.orders, ...exchanges], { sendsHome: sendsHome() }),
    alarms: alarms.orders,
    unreadable,
  }
}

export type { StockNote }

/** Pieces of one size, or of the whole product where `size` is missing. */
export type StockRow = {
  readonly size?: Size | undefined
  readonly held: number
  readonly sold: number
  readonly left: number
}

/** A product's pieces, as the owner sees them. */
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

const NONE: ReservedStock = { stock: 0, preorder: 0 }

function rowOf(
  product: Product,
  taken: ReservedStock,
  held: readonly StockMove[],
  size?: Size,
): StockRow {
  const ofMove = (move: StockMove) => (size === undefined ? move.stock : (move.sizes[size] ?? 0))
  const kept = held.reduce((sum, move) => sum + ofMove(move), 0)
  const all = size === undefined ? taken.stock : (taken.sizes?.[size] ?? 0)
  return { size, held: kept, sold: all - kept, left: leftOf(product, taken, size) }
}

/** A product's pieces by size: what unpaid orders keep, what is sold, and what can be sold. */
export function stockOfProduct(
  product: Product,
  taken: ReservedStock,
  orders: readonly Order[],
): Omit<ProductStock, 'notes' | 'waiting'> {
  const moves = orders.filter(isHolding).flatMap(({ items }) => stockOf(items))
  const held = moves.filter(({ id }) => id === product.id)
  const sizes = countsSizes(product, taken) ? product.sizes : [undefined]
  return {
    id: product.id,
    title: product.title,
    sizes: product.sizes,
    isOffSale: taken.override?.isOffSale === true,
    isPreorder: isPreorderActive(product, new Date()),
    preordered: taken.preorder,
    limit: product.preorder_limit,
    rows: sizes.map((size) => rowOf(product, taken, held, size)),
  }
}

/**
 * Returns each product's stock, corrections and alerts. One query, then two reads and a count a
 * size per product. Throws DatabaseUnavailable.
 */
export async function readStock(): Promise<readonly ProductStock[]> {
  const products = await findFileProducts()
  const [taken, { orders }, notes, waiting] = await Promise.all([
    readTaken(products.map(({ id }) => id)),
    heldOrders(),
    Promise.all(products.map(({ id }) => readStockNotes(id))),
    Promise.all(products.map(countStockAlerts)),
  ])
  return products.map((product, index) => ({
    ...stockOfProduct(product, taken.get(product.id) ?? NONE, orders),
    notes: notes[index] ?? [],
    waiting: waiting[index] ?? new Map(),
  }))
}

/**
 * Returns products with over a third held by unpaid orders. One query. Throws DatabaseUnavailable.
 */
export async function findHeldProducts(): Promise<readonly HeldProduct[]> {
  const [{ orders }, products] = await Promise.all([heldOrders(), findProducts()])
  return heldProducts(orders, products)
}

/**
 * Ends a product's holds except while money is moving; orders stay payable. Returns their number,
 * or `unknown-product`.
 * Throws DatabaseUnavailable.
 */
export async function releaseHolds({
  product,
  context,
}: {
  readonly product: string
  readonly context: OwnerContext
}): Promise<Result<number, 'unknown-product'>> {
  const [{ orders }, products] = await Promise.all([heldOrders(), findProducts()])
  if (!products.some(({ id }) => id === product)) return fail('unknown-product')
  const holding = orders.filter((order) => {
    const mayRelease = isHolding(order) && numberedAttempt(order.payment) === undefined
    return mayRelease && order.items.some(({ id }) => id === product)
  })
  for (const { id } of holding) {
    const released = changeContext(context)
    await changeOrder(id, (stored) => lapseHold(stored, 'released-by-owner', released))
  }
  log('holds-released', { product, orders: holding.length })
  return ok(holding.length)
}

/** Pre-ordered pieces of one colour and size. */
export type PiecesToMake = {
  readonly color: string
  readonly size: Size
  readonly quantity: number
}

/** A product's pieces to be made, size by size, and the first day about which any was promised. */
export type ProductToMake = {
  readonly id: string
  readonly title: string
  readonly shipsAbout: string | undefined
  readonly quantity: number
  readonly pieces: readonly PiecesToMake[]
  /** Whether the counts contradict each other: one below zero, or other sums by day than by size. */
  readonly isWrong: boolean
}

function bySize(one: PiecesToMake, other: PiecesToMake): number {
  const sizes = SIZES.indexOf(one.size) - SIZES.indexOf(other.size)
  return one.color.localeCompare(other.color) || sizes
}

// The key of a kind of pieces is its colour, a blank and its size (lib/order/stock.ts).
function pieceOf([key, quantity]: readonly [string, number]): readonly PiecesToMake[] {
  const size = SIZES.find((one) => key.endsWith(` ${one}`))
  if (size === undefined || quantity === 0) return []
  return [{ color: key.slice(0, -size.length - 1), size, quantity }]
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

/** Returns what to produce per product from the stored counts, without finished products. A count below zero is shown. */
export function productsToMake(counted: readonly CountedPieces[]): readonly ProductToMake[] {
  return counted.flatMap(({ id, title, pieces, days }): ProductToMake[] => {
    const kinds = Object.entries(pieces).flatMap(pieceOf)
    const quantity = sumOf(kinds.map((one) => Math.max(0, one.quantity)))
    const counts = Object.values(days)
    const isWrong =
      [...kinds.map((one) => one.quantity), ...counts].some((count) => count < 0) ||
      sumOf(kinds.map((one) => one.quantity)) !== sumOf(counts)
    const promised = Object.entries(days).flatMap(([day, count]) =>
      count > 0 && day !== NO_DAY ? [day] : [],
    )
    const shipsAbout = promised.toSorted()[0]
    return quantity === 0 && !isWrong
      ? []
      : [{ id, title, shipsAbout, quantity, pieces: kinds.toSorted(bySize), isWrong }]
  })
}

/** Today's work for the owner, and the revenue. */
export type Today = {
  readonly toShip: number
  readonly waiting: number
  readonly reviews: number
  readonly disputes: number
  readonly returns: number
  /** Accepted returns whose goods are on their way back. */
  readonly coming: number
  /** Buyers who asked to cancel a paid order. */
  readonly cancels: number
  /** Orders to which a refund by hand is owed. */
  readonly owed: number
  readonly unpaid: number
  readonly dataRequests: number
  readonly day: MovementSums
  readonly yesterday: MovementSums
  /** Seven days, today included. */
  readonly week: MovementSums
  readonly month: MovementSums
  readonly toMake: readonly ProductToMake[]
  readonly held: readonly HeldProduct[]
  /** What the daily comparison with the orders put right within the last days. */
  readonly foundCounts: CountReport['found']
  /** Whether buyers are reminded of unpaid orders. */
  readonly hasReminders: boolean
}

/**
 * Returns today's overview. Reads only counters and held orders, so its cost does not grow with
 * sales. Throws DatabaseUnavailable.
 */
export async function readToday(now = new Date()): Promise<Today & { readonly now: Date }> {
  const day = taipeiDay(now)
  const [counts, sums, counted, held, hasReminders, foundCounts] = await Promise.all([
    countsOf(day),
    revenueOf(day),
    readToMake(),
    findHeldProducts(),
    readReminders(),
    readFoundCounts(now),
  ])
  return {
    ...counts,
    ...sums,
    toMake: productsToMake(counted),
    held,
    hasReminders,
    foundCounts,
    now,
  }
}

async function revenueOf(day: string) {
  const today = daySpan(day)
  const from = (days: number) =>
    new Date(Date.parse(today.from) - days * 24 * 60 * 60 * 1000).toISOString()
  const [ofDay, yesterday, week, month] = await Promise.all([
    movementSums(today),
    movementSums({ from: from(1), until: today.from }),
    movementSums({ from: from(6), until: today.until }),
    movementSums(monthSpan(day.slice(0, 7))),
  ])
  return { day: ofDay, yesterday, week, month }
}

async function countsOf(day: string) {
  const [toShip, waiting, reviews, disputes, returns, coming, cancels, owed, unpaid, requests] =
    await Promise.all([
      countFound({ readyBy: day }),
      countFound({ readyAfter: day }),
      countFound({ need: 'review' }),
      countFound({ need: 'dispute' }),
      countFound({ need: 'return' }),
      countFound({ need: 'coming' }),
      countFound({ need: 'cancel' }),
      countFound({ need: 'refund' }),
      countOrders('待付款'),
      countDataRequests(),
    ])
  return {
    toShip,
    waiting,
    reviews,
    disputes,
    returns,
    coming,
    cancels,
    owed,
    unpaid,
    dataRequests: requests,
  }
}
