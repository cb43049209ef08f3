import { ok, fail, type Result } from '../result.ts'
import {
  canMoveOrder,
  type ChangeContext,
  changeEvent,
  type Order,
  type OrderChange,
} from './order.ts'

/** What the owner says about a parcel. */
export type Parcel = { readonly carrier: string; readonly trackingNumber: string }

/** Why an order can't be moved on: the table of moves forbids it, its money is not safely there, all of it was given back, a dispute is open or lost, or the parcel is not described. */
export type FulfilmentRefusal =
  | 'no-such-move'
  | 'not-paid'
  | 'fully-refunded'
  | 'disputed'
  | 'dispute-lost'
  | 'parcel-incomplete'

type Answer = Result<OrderChange, FulfilmentRefusal>

// Status 已付款 alone is not enough: the money may be under review, disputed, or given back since.
function moneyProblem({ payment }: Order): FulfilmentRefusal | undefined {
  if (payment === undefined) return undefined
  if (payment.dispute?.state === 'open') return 'disputed'
  if (payment.dispute?.state === 'lost') return 'dispute-lost'
  if (payment.state === 'refunded') return 'fully-refunded'
  return payment.state === 'paid' || payment.state === 'partly-refunded' ? undefined : 'not-paid'
}

/** The change that marks an order 已出貨: only what is 已付款, with money that was kept, in whole or in part, and is neither disputed nor under review. */
export function shipped(order: Order, parcel: Parcel, context: ChangeContext): Answer {
  const carrier = parcel.carrier.trim()
  const trackingNumber = parcel.trackingNumber.trim()
  if (!canMoveOrder(order.status, '已出貨')) return fail('no-such-move')
  const problem = moneyProblem(order)
  if (problem) return fail(problem)
  if (carrier === '' || trackingNumber === '') return fail('parcel-incomplete')
  const shippedAt = context.now.toISOString()
  return ok({
    status: '已出貨',
    shipment: { carrier, trackingNumber, shippedAt },
    event: changeEvent('shipped', context, 'handed-to-carrier'),
  })
}

/** The change that marks an order 已完成: only what is 已出貨. What was given back in full is not called delivered. */
export function completed(order: Order, context: ChangeContext): Answer {
  if (!canMoveOrder(order.status, '已完成')) return fail('no-such-move')
  if (order.payment?.state === 'refunded') return fail('fully-refunded')
  return ok({ status: '已完成', event: changeEvent('completed', context, 'delivered') })
}
