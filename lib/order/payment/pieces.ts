import { holdOf, isLapsed, limitedItems } from '../hold.ts'
import { type ChangeContext, newEvent } from '../events.ts'
import type { Order, OrderChange } from '../order.ts'
import { type Offer, piecesMissing, type TakenPieces } from '../stock.ts'
import { findAttempt } from './payment.ts'
import { changeToReview, hasPayment } from './payment-change.ts'
import { OUT_OF_STOCK } from './statuses.ts'

/** Stock of an order's products: reserved pieces, read in its transaction, and the offers. */
export type Stock = { readonly taken: TakenPieces; readonly products: readonly Offer[] }

/** Whether an order has given its pieces back and can't take all of them again. */
export function lacksPieces(order: Order, { taken, products }: Stock): boolean {
  return isLapsed(order) && piecesMissing(order, taken, products).length > 0
}

// The shop refuses the approval: it is never captured, and its money is freed by the provider.
function refuseOutOfStock(
  order: Order,
  reference: string,
  context: ChangeContext,
): OrderChange | undefined {
  const attempt = findAttempt(order.payment, reference)
  if (!hasPayment(order) || !attempt) return undefined
  const data = { attempt: attempt.number, cause: OUT_OF_STOCK } as const
  return { events: [newEvent('attempt.closed', data, context)] }
}

/**
 * Retakes a lapsed order's pieces for a capture; without them closes the attempt. Returns other
 * changes as is.
 */
export function withPieces(
  order: Order,
  change: OrderChange | undefined,
  { reference, stock }: { readonly reference: string; readonly stock: Stock },
  context: ChangeContext,
): OrderChange | undefined {
  const begins = change?.events.some(({ type }) => type === 'capture.claimed') === true
  if (!change || !begins || !isLapsed(order)) return change
  if (lacksPieces(order, stock)) return refuseOutOfStock(order, reference, context)
  const { products } = holdOf(limitedItems(order.items, stock.products), context.now)
  const retaken = newEvent('hold.retaken', { products }, context)
  return { events: [...change.events, retaken] }
}

/** The change that notes money; where its order lacks its pieces, a person decides. */
export function paidWithPieces(
  order: Order,
  change: OrderChange | undefined,
  stock: Stock,
  context: ChangeContext,
): OrderChange | undefined {
  const isPaid = change?.events.some(({ type }) => type === 'order.paid') === true
  if (!change || !isPaid || !lacksPieces(order, stock)) return change
  const events = change.events.filter(({ type }) => type !== 'order.paid')
  return changeToReview(order, { reason: 'paid-without-pieces', events }, context)
}
