import type { Order } from '#lib/order/order.ts'
import { reservedUntil } from '#lib/order/reservation.ts'
import { hasMoneyUnderWay } from '#lib/payment/money-under-way.ts'
import { type Offer, type StockMove, stockOf } from './stock.ts'

/** A product of which unpaid orders keep many units: so many of so many, in so many orders. */
export type ReservedProduct = {
  readonly product: string
  readonly title: string
  readonly held: number
  readonly of: number
  readonly orders: number
}

/** Whether an order keeps units that the owner could release. */
export function hasReservation(order: Order): boolean {
  return reservedUntil(order) !== undefined && !hasMoneyUnderWay(order)
}

const partOf = ({ held, of }: { readonly held: number; readonly of: number }) =>
  held === 0 ? 0 : held / of

// The kind of which a larger part is held: units in stock, or those of a pre-order with a limit.
function reservedShare(moves: readonly StockMove[], offer: Offer) {
  const sum = (of: 'stock' | 'preorder') => moves.reduce((total, move) => total + move[of], 0)
  const stock = { held: sum('stock'), of: offer.stock }
  const preorder = { held: sum('preorder'), of: offer.preorder_limit ?? Number.POSITIVE_INFINITY }
  return partOf(stock) >= partOf(preorder) ? stock : preorder
}

/** The products of which unpaid orders keep more than a third. */
export function reservedProducts(
  orders: readonly Order[],
  offers: readonly (Offer & { readonly title: string })[],
): readonly ReservedProduct[] {
  const reserving = orders.filter(hasReservation)
  return offers.flatMap((offer) => {
    const { id, title } = offer
    const own = reserving.filter(({ items }) => items.some((item) => item.id === id))
    const moves = own.flatMap(({ items }) => stockOf(items)).filter((move) => move.id === id)
    const { held, of } = reservedShare(moves, offer)
    return held * 3 > of ? [{ product: id, title, held, of, orders: own.length }] : []
  })
}
