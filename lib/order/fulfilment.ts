import { done, refused, type Result } from '../result.ts'
import { canMoveOrder, type Order, type OrderChange, type ReasonedEvent } from './order.ts'

/** What the owner says about a parcel. */
export type Parcel = { readonly carrier: string; readonly trackingNumber: string }

/** Why an order can't be moved on: the table of moves forbids it, its money is not safely there, or the parcel is not described. */
export type FulfilmentRefusal = 'no-such-move' | 'not-paid' | 'parcel-incomplete'

/** Who moves an order on, when, and why. */
export type Handling = { readonly who: string; readonly now: Date; readonly reason?: string }

type Answer = Result<OrderChange, FulfilmentRefusal>

/** What is written down of something the owner did, with the usual reason where none is given. */
export function ownerEvent(what: string, handling: Handling, usual: string): ReasonedEvent {
  const { who, now, reason = usual } = handling
  return { at: now.toISOString(), what, by: 'owner', who, reason }
}

// Status 已付款 alone is not enough: the money may have been given back or be under review since.
function isPaid({ payment }: Order): boolean {
  return payment === undefined || payment.state === 'paid'
}

/** The change that marks an order 已出貨: only what is 已付款, with its money neither refunded nor under review. */
export function shipped(order: Order, parcel: Parcel, handling: Handling): Answer {
  const carrier = parcel.carrier.trim()
  const trackingNumber = parcel.trackingNumber.trim()
  if (!canMoveOrder(order.status, '已出貨')) return refused('no-such-move')
  if (!isPaid(order)) return refused('not-paid')
  if (carrier === '' || trackingNumber === '') return refused('parcel-incomplete')
  const shippedAt = handling.now.toISOString()
  return done({
    status: '已出貨',
    shipment: { carrier, trackingNumber, shippedAt },
    event: ownerEvent('shipped', handling, 'handed-to-carrier'),
  })
}

/** The change that marks an order 已完成: only what is 已出貨. */
export function completed(order: Order, handling: Handling): Answer {
  return canMoveOrder(order.status, '已完成')
    ? done({ status: '已完成', event: ownerEvent('completed', handling, 'delivered') })
    : refused('no-such-move')
}
