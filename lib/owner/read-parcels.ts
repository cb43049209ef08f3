import 'server-only'

import { ordersOfStatus, ordersReturning } from './owner-order-store.ts'
import { ordersWithParcelAlarm, heldOrders } from '../order/order-store.ts'
import { moneyProblem } from '../order/fulfilment.ts'
import type { Order } from '../order/order.ts'
import { bookingProblem, handOverBy, isToSend, type Reach } from '../order/parcel/booking.ts'
import { exchangeToSend, liveParcel } from '../order/parcel/order-parcel.ts'
import { hasCarrier, sendsHome } from '../settings/env.ts'
import { isWaiting } from '../order/view.ts'
import { readStockNotes, type StockNote, readTaken } from '../order/stock-store.ts'
import { isHolding, type StockMove, stockOf, type ReservedStock } from '../order/stock.ts'
import { findFileProducts } from '../product/find-products.ts'
import { isPreorderActive } from '../product/availability.ts'
import type { Product } from '../product/product.ts'
import type { Size } from '../product/sizes.ts'
import { countStockAlerts } from '../stock-alert/stock-alert.ts'
import { countsSizes, leftOf } from './stock-count.ts'

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
