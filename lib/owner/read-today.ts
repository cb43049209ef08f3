import 'server-only'

import { dataRequests } from '../adapters/firestore/members.ts'
import {
  countOrders,
  ordersDisputed,
  ordersInReview,
  ordersOfStatus,
  ordersReturning,
  ordersWithPaymentSince,
} from '../adapters/firestore/owner-orders.ts'
import { taipeiDay } from '../site/taipei-time.ts'
import { daySpan, monthSpan, type Span } from './month.ts'
import type { HeldProduct } from '../order/held-products.ts'
import type { Order } from '../order/order.ts'
import { type Size, SIZES } from '../product/sizes.ts'
import { movements, movementTotals } from './books.ts'
import { findHeldProducts } from './release-holds.ts'
import { isToShip, isWaiting } from './order-views.ts'

/** Sales and refunds of a period, in whole TWD, each by its own date. */
export type Takings = {
  readonly orders: number
  readonly sold: number
  readonly refunded: number
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
}

/**
 * Sales and refunds within a span, by the same rules as the month's books (`books.ts`), from the
 * shop's own record.
 */
export function takings(orders: readonly Order[], span: Span): Takings {
  const { sales, sold, givenBack } = movementTotals(movements({ booked: [], orders }, span))
  return { orders: sales, sold, refunded: givenBack }
}

function bySize(one: PiecesToMake, other: PiecesToMake): number {
  const sizes = SIZES.indexOf(one.size) - SIZES.indexOf(other.size)
  return one.color.localeCompare(other.color) || sizes
}

/** What is to be made for the pre-orders among these orders, product by product. */
function piecesToMake(orders: readonly Order[]): readonly ProductToMake[] {
  const items = orders.flatMap(({ items }) => items).filter(({ preorder }) => preorder)
  return [...Map.groupBy(items, ({ id }) => id)].map(([id, some]) => {
    const kinds = Map.groupBy(some, ({ color, size }) => `${color ?? ''} ${size}`)
    const pieces = [...kinds.values()].flatMap((same): PiecesToMake[] => {
      const [first] = same
      if (!first) return []
      const quantity = same.reduce((sum, item) => sum + item.quantity, 0)
      return [{ color: first.color ?? '', size: first.size, quantity }]
    })
    return {
      id,
      title: some[0]?.title ?? id,
      shipsAbout: some.flatMap(({ preorder }) => preorder?.shipsAbout ?? []).toSorted()[0],
      quantity: pieces.reduce((sum, { quantity }) => sum + quantity, 0),
      pieces: pieces.toSorted(bySize),
    }
  })
}

/** What the shop asks of its owner today, and what it has taken. */
export type Today = {
  readonly toShip: number
  readonly waiting: number
  readonly reviews: number
  readonly disputes: number
  readonly returns: number
  readonly unpaid: number
  readonly dataRequests: number
  readonly day: Takings
  readonly month: Takings
  readonly toMake: readonly ProductToMake[]
  readonly held: readonly HeldProduct[]
}

/** Today at a glance, from the orders that are paid and not shipped, and those whose payment changed this month. */
export function todayOf(
  known: {
    readonly paid: readonly Order[]
    readonly changed: readonly Order[]
    readonly reviews: number
    readonly disputes: number
    readonly returns: number
    readonly unpaid: number
    readonly dataRequests: number
    readonly held: readonly HeldProduct[]
  },
  now: Date,
): Today {
  const { paid, changed, ...counts } = known
  const toShip = paid.filter(isToShip)
  const waiting = toShip.filter((order) => isWaiting(order, now))
  const day = taipeiDay(now)
  return {
    ...counts,
    toShip: toShip.length - waiting.length,
    waiting: waiting.length,
    day: takings(changed, daySpan(day)),
    month: takings(changed, monthSpan(day.slice(0, 7))),
    toMake: piecesToMake(toShip),
  }
}

/**
 * Today at a glance, with the present and the ids of orders that can't be read. Reads every paid
 * order that is not shipped, and every order whose payment changed this month. Throws
 * DatabaseUnavailable.
 */
export async function readToday(
  now = new Date(),
): Promise<Today & { readonly now: Date; readonly unreadable: readonly string[] }> {
  const { from } = monthSpan(taipeiDay(now).slice(0, 7))
  const [paid, changed, reviews, disputes, returns, unpaid, asked, held] = await Promise.all([
    ordersOfStatus('已付款'),
    ordersWithPaymentSince(from),
    ordersInReview(),
    ordersDisputed(),
    ordersReturning(),
    countOrders('待付款'),
    dataRequests(),
    findHeldProducts(),
  ])
  const counts = {
    reviews: reviews.length,
    disputes: disputes.length,
    returns: returns.length,
    unpaid,
    dataRequests: asked.length,
    held,
  }
  const known = { paid: paid.orders, changed: changed.orders, ...counts }
  const unreadable = [...new Set([...paid.unreadable, ...changed.unreadable])]
  return { ...todayOf(known, now), now, unreadable }
}
