import { paymentState } from '../payment/payment-status.ts'
import { nextCheck } from '../payment/sweep-schedule.ts'
import { type Attempt, type Payment, isDisputed, type RefundRequest } from '../payment/payment.ts'
import type { Order, SweepSchedule } from '../order.ts'
import { liveParcel } from '../parcel/order-parcel.ts'
import type { Happened } from './entry.ts'

/** The order with another time of the sweep's next check, or with none. */
export function withCheck({ check: _check, ...order }: Order, check: SweepSchedule | null): Order {
  return check === null ? order : { ...order, check }
}

/** When the store of an order that is to be sent is looked up. */
export const storeCheck = ({ shippingMethod }: Order, at: string) =>
  shippingMethod === 'store' ? { parcelCheckAt: at } : {}

/** The order whose money was changed: its parcel is looked at, and its invoice needs another step perhaps. */
export function withMoneyChecks(order: Order, at: string): Order {
  return {
    ...order,
    ...(liveParcel(order) ? { parcelCheckAt: at } : {}),
    ...(order.invoicing ? { invoiceCheckAt: at } : {}),
  }
}

/**
 * The order with another payment. Its state follows from its attempts, and the time of the sweep's next check from
 * its state.
 */
export function withPayment(
  order: Order,
  { state: _state, ...input }: Omit<Payment, 'state'> & { readonly state?: Payment['state'] },
  at: string,
): Order {
  const disputed = input.disputes ? { disputed: isDisputed(input) } : {}
  const changed = { ...input, ...disputed, changedAt: at }
  const payment: Payment = { ...changed, state: paymentState(changed, order.totalAmount) }
  const next = withMoneyChecks({ ...order, payment }, at)
  return withCheck(next, nextCheck(next, new Date(at), 0))
}

/** The payment with the attempt under this number changed. */
export function withAttempt(
  payment: Payment,
  number: number,
  change: (attempt: Attempt) => Attempt,
): Payment {
  return {
    ...payment,
    attempts: payment.attempts.map((one) => (one.number === number ? change(one) : one)),
  }
}

/** The payment with those of its refund requests changed that are meant. */
export function withRequest(
  payment: Payment,
  isMeant: (request: RefundRequest) => boolean,
  change: (request: RefundRequest) => RefundRequest,
): Payment {
  const { refundRequests: requests } = payment
  if (!requests) return payment
  return { ...payment, refundRequests: requests.map((one) => (isMeant(one) ? change(one) : one)) }
}

/** An order after an event that changes its payment; an order without one stays. */
export const onPayment =
  <Data>(change: (payment: Payment, event: Happened<Data>, order: Pick<Order, 'id'>) => Payment) =>
  (order: Order, event: Happened<Data>): Order =>
    order.payment ? withPayment(order, change(order.payment, event, order), event.at) : order

/** The same for the attempt that the event names, which was changed last by it. */
export const onAttempt = <Data extends { readonly attempt: number }>(
  change: (attempt: Attempt, event: Happened<Data>) => Attempt,
) =>
  onPayment<Data>((payment, event) =>
    withAttempt(payment, event.data.attempt, (one) => ({
      ...change(one, event),
      changedAt: event.at,
    })),
  )

/** The same for the refund request that the event names. */
export const onRequest = <Data extends { readonly number: number }>(
  change: (request: RefundRequest, event: Happened<Data>) => RefundRequest,
) =>
  onPayment<Data>((payment, event) =>
    withRequest(
      payment,
      ({ number }) => number === event.data.number,
      (one) => change(one, event),
    ),
  )
