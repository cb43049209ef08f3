import 'server-only'

import type { MovementSums } from '../order/movements.ts'
import { heldOrders, changeOrder } from '../order/order-store.ts'
import { log } from '../log/log.ts'
import { type HeldProduct, heldProducts, isHolding, NO_DAY } from '../order/stock.ts'
import { lapseHold } from '../order/fulfilment.ts'
import { numberedAttempt } from '../order/payment/payment.ts'
import { findProducts } from '../product/find-products.ts'
import { fail, ok, type Result } from '../result.ts'
import { changeContext, type OwnerContext } from './owner-context.ts'
import type { CountReport } from './recount-store.ts'
import {
  countFound,
  type CountedPieces,
  movementSums,
  readToMake,
  countOrders,
} from './owner-order-store.ts'
import { readReminders } from '#lib/mail/outbox-store.ts'
import { countDataRequests } from '../account/session-store.ts'
import { type Size, SIZES } from '../product/sizes.ts'
import { taipeiDay } from '../time/taipei-time.ts'
import { daySpan, monthSpan } from './month.ts'
import { readFoundCounts } from './recount.ts'

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
