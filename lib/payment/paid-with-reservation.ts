import { missingStock, type Offer, type ReservedStockByProduct } from '#lib/inventory/stock.ts'
import { type ChangeContext, newEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { isReservationExpired, limitedItems, reservationFor } from '#lib/order/reservation.ts'
import { changeToReview } from './change-to-review.ts'
import { OUT_OF_STOCK } from './payment-headline.ts'
import { findAttempt } from './payment.ts'

/** Stock of an order's products: reserved units, read in its transaction, and the offers. */
export type Stock = { readonly taken: ReservedStockByProduct; readonly products: readonly Offer[] }

/** Whether an order has given its units back and can't take all of them again. */
export function lacksStock(order: Order, { taken, products }: Stock): boolean {
  return isReservationExpired(order) && missingStock(order, taken, products).length > 0
}

/**
 * Retakes a lapsed order's units for a capture; without them closes the attempt. Returns other
 * changes as is.
 */
export function withReservation(
  order: Order,
  change: OrderChange | undefined,
  { reference, stock }: { readonly reference: string; readonly stock: Stock },
  context: ChangeContext,
): OrderChange | undefined {
  const begins = change?.events.some(({ type }) => type === 'capture.claimed') === true
  if (!begins || !isReservationExpired(order)) return change
  if (lacksStock(order, stock)) {
    // The shop refuses the approval: it is never captured, and its money is freed by the provider.
    const attempt = findAttempt(order.payment, reference)
    if (!attempt) return undefined
    const data = { attempt: attempt.number, cause: OUT_OF_STOCK } as const
    return { events: [newEvent('attempt.closed', data, context)] }
  }
  const { products } = reservationFor(limitedItems(order.items, stock.products), context.now)
  const retaken = newEvent('reservation.renewed', { products }, context)
  return { events: [...change.events, retaken] }
}

/** The change that notes money; where its order lacks its units, a person decides. */
export function paidWithReservation(
  order: Order,
  change: OrderChange | undefined,
  stock: Stock,
  context: ChangeContext,
): OrderChange | undefined {
  const isPaid = change?.events.some(({ type }) => type === 'order.paid') === true
  if (!isPaid || !lacksStock(order, stock)) return change
  const events = change.events.filter(({ type }) => type !== 'order.paid')
  return changeToReview(order, { reason: 'paid-without-units', events }, context)
}
