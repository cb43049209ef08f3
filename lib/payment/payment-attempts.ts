import type { Order, OrderChange } from '../order/order.ts'
import { type Payment, type PaymentMethod, recheckAfter } from './payment.ts'
import { canMovePayment, changeTo, type Occasion } from './payment-change.ts'

/** The intention to make PayPal's order: a repeat by the same button keeps its attempt, another button or a closed order begins the next. */
export function beginCreate(
  order: Order,
  method: PaymentMethod,
  occasion: Occasion,
): OrderChange | undefined {
  const { payment } = order
  if (!canMovePayment(payment?.state, 'creating')) return undefined
  const at = occasion.now.toISOString()
  const first: Payment = {
    state: 'creating',
    method,
    createAttempt: 1,
    captureAttempt: 1,
    paypalOrderIds: [],
    startedAt: at,
    changedAt: at,
  }
  const reason = `${method}-button`
  if (!payment) return changeTo(first, { state: 'creating', reason }, occasion)
  if (payment.state === 'creating' && payment.method === method) return undefined
  // What the closed order left, a declined capture too, is not the next one's.
  const { paypalOrderId: _closed, captureId: _declined, ...rest } = payment
  const createAttempt = payment.createAttempt + 1
  const next = { state: 'creating', reason, method, createAttempt } as const
  return changeTo({ ...rest, startedAt: at }, next, occasion)
}

/** PayPal's order id stored on ours, before the browser learns it; another attempt that overtook this one stays current. */
export function storeCreated(
  order: Order,
  paypalOrderId: string,
  attempt: number,
  occasion: Occasion,
): OrderChange | undefined {
  const { payment } = order
  if (!payment || payment.paypalOrderIds.includes(paypalOrderId)) return undefined
  const paypalOrderIds = [...payment.paypalOrderIds, paypalOrderId]
  const isCurrent = payment.state === 'creating' && payment.createAttempt === attempt
  if (isCurrent) {
    const step = { state: 'created', reason: 'stored', paypalOrderId, paypalOrderIds } as const
    return changeTo(payment, step, occasion)
  }
  const event = {
    at: occasion.now.toISOString(),
    by: occasion.by,
    what: 'paypal-order-superseded',
    reason: 'another-attempt',
  }
  return { payment: { ...payment, paypalOrderIds }, event }
}

/** The intention to capture one of our PayPal orders; nothing when another capture runs or the payment is over. */
export function beginCapture(
  order: Order,
  paypalOrderId: string,
  occasion: Occasion,
): OrderChange | undefined {
  const { payment } = order
  if (!payment?.paypalOrderIds.includes(paypalOrderId)) return undefined
  if (!canMovePayment(payment.state, 'capturing')) return undefined
  return changeTo(payment, { state: 'capturing', reason: 'approved', paypalOrderId }, occasion)
}

/** What a definite refusal of a capture changes: the buyer may approve again, under a new capture key. */
export function refuseCapture(
  order: Order,
  { attempt, reason }: { readonly attempt: number; readonly reason: string },
  occasion: Occasion,
): OrderChange | undefined {
  const { payment } = order
  if (payment?.state !== 'capturing' || payment.captureAttempt !== attempt) return undefined
  return changeTo(payment, { state: 'declined', reason, captureAttempt: attempt + 1 }, occasion)
}

/** What it changes when PayPal knows a payment for this order number that is on none of our PayPal orders: a person looks. */
export function reviewDuplicate(order: Order, occasion: Occasion): OrderChange | undefined {
  const { payment } = order
  if (payment?.state !== 'capturing') return undefined
  return changeTo(payment, { state: 'review', reason: 'duplicate-invoice' }, occasion)
}

/** What the passing of PayPal's time limit changes: nothing can be approved any more, a new PayPal order may be made. */
export function expirePayment(
  order: Order,
  reason: string,
  occasion: Occasion,
): OrderChange | undefined {
  const { payment } = order
  if (!payment || !canMovePayment(payment.state, 'expired')) return undefined
  return changeTo(payment, { state: 'expired', reason }, occasion)
}

/** A later look at what is still open, so that the sweep does not ask about the same order at once again. */
export function postponeCheck(order: Order, occasion: Occasion): Payment | undefined {
  const { payment } = order
  const wait = payment && recheckAfter(payment.state)
  if (!payment || wait === undefined) return undefined
  return { ...payment, nextCheckAt: new Date(occasion.now.getTime() + wait).toISOString() }
}
