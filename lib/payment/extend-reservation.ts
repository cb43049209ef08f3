import { afterMoves, reversedMoves, stockOf } from '#lib/inventory/stock.ts'
import { type ChangeContext, newEvent, type OrderEvent } from '#lib/order/events.ts'
import { afterFirstTimeMoves, exceedsShare, firstTimeMoves } from '#lib/order/first-time-buyers.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import type { FirstTimeGroup } from '#lib/order/reservation-limits.ts'
import {
  countsUnits,
  isReservationExpired,
  limitedItems,
  reservationFor,
} from '#lib/order/reservation.ts'
import { lacksStock, type Stock } from './paid-with-reservation.ts'

/**
 * Why the stock allows no longer hold: the order's units are gone, or would pass the share that first-time buyers' and extended
 * holds have together.
 */
export function stockProblem(
  order: Order,
  { taken, products }: Stock,
  now: Date,
): 'out-of-stock' | 'share' | undefined {
  if (lacksStock(order, { taken, products })) return 'out-of-stock'
  // What is taken of the products, without what this order keeps.
  const units = countsUnits(order) ? reversedMoves(stockOf(order.items)) : []
  const share = firstTimeMoves(order, -1, now)
  const others = [...taken].map(([id, reserved]) => {
    return [id, afterFirstTimeMoves(afterMoves(reserved, units, id), share, id)] as const
  })
  const exceeds = exceedsShare(order, 'verified', { taken: new Map(others), products, now })
  return exceeds ? 'share' : undefined
}

/** The event by which an order keeps its units until a time, or none if it has no limited ones. */
export function extendedReservation(
  order: Order,
  {
    until,
    firstTimeGroup,
  }: { readonly until: Date; readonly firstTimeGroup?: FirstTimeGroup | undefined },
  { products }: Pick<Stock, 'products'>,
  context: ChangeContext,
): readonly OrderEvent[] {
  const items = limitedItems(order.items, products)
  if (items.length === 0) return []
  const share = firstTimeGroup === undefined ? {} : { firstTimeGroup }
  return [newEvent('reservation.extended', { ...reservationFor(items, until), ...share }, context)]
}

/** A buyer who leaves for a page that takes the money keeps the units so long, in milliseconds. */
const RESERVED_WHILE_AWAY = 45 * 60_000

/** An order is extended so often, whatever its buyer presses. */
const MOST_EXTENSIONS = 3

/**
 * The change by which an order keeps its units while its buyer is at a page that takes the money: those that it gave
 * back are taken again, as far as the share of holds allows. Undefined if they are kept so long anyway.
 */
export function extendWhileAway(
  order: Order,
  stock: Stock,
  context: ChangeContext,
): OrderChange | undefined {
  const until = new Date(context.now.getTime() + RESERVED_WHILE_AWAY)
  const { reservation } = order
  const kept = reservation && 'until' in reservation ? reservation : undefined
  const isKept = kept ? new Date(kept.until) >= until : !isReservationExpired(order)
  const extensions = order.history.filter(({ type }) => type === 'reservation.extended').length
  if (order.status !== '待付款' || isKept || extensions >= MOST_EXTENSIONS) return undefined
  // Who asks for units that were given back counts as a first-time buyer, for the order does not tell.
  if (!kept && stockProblem(order, stock, context.now)) return undefined
  const firstTimeGroup = kept ? kept.firstTimeGroup : 'verified'
  const events = extendedReservation(order, { until, firstTimeGroup }, stock, context)
  return events.length === 0 ? undefined : { events }
}
