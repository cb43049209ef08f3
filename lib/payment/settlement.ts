import type { Order, OrderChange, OrderEvent } from '../order/order.ts'
import {
  type Payment,
  PAYMENT_MOVES,
  type PaymentMethod,
  type PaymentState,
  recheckAfter,
} from './payment.ts'
import type { PaypalCapture, Verdict } from './paypal-order.ts'

/** Who brings a change about, and when. */
export type Occasion = { readonly now: Date; readonly by: OrderEvent['by'] }

type Step = Partial<Omit<Payment, 'state' | 'reason'>> & { state: PaymentState; reason?: string }

// A state entered anew starts its own clock; nextCheckAt and reason never outlive the state they belong to.
function moved(payment: Payment, step: Step, { now }: Occasion): Payment {
  const { nextCheckAt: _next, reason: _reason, ...kept } = payment
  const wait = recheckAfter(step.state)
  return {
    ...kept,
    ...step,
    changedAt: now.toISOString(),
    ...(wait === undefined ? {} : { nextCheckAt: new Date(now.getTime() + wait).toISOString() }),
  }
}

function changeTo(payment: Payment, step: Step, occasion: Occasion): OrderChange {
  const reason = step.reason === undefined ? {} : { reason: step.reason }
  return {
    payment: moved(payment, step, occasion),
    event: {
      at: occasion.now.toISOString(),
      by: occasion.by,
      what: `payment-${step.state}`,
      ...reason,
    },
  }
}

/** Whether a payment may move so; an order without payment may only begin one. */
export function canMovePayment(from: PaymentState | undefined, to: PaymentState): boolean {
  return from === undefined ? to === 'creating' : PAYMENT_MOVES[from].includes(to)
}

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
  if (!payment) return changeTo(first, { state: 'creating' }, occasion)
  if (payment.state === 'creating' && payment.method === method) return undefined
  const { paypalOrderId: _closed, ...rest } = payment
  const next = { state: 'creating', method, createAttempt: payment.createAttempt + 1 } as const
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
    return changeTo(payment, { state: 'created', paypalOrderId, paypalOrderIds }, occasion)
  }
  const event = { at: occasion.now.toISOString(), by: occasion.by, what: 'paypal-order-superseded' }
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
  return changeTo(payment, { state: 'capturing', paypalOrderId }, occasion)
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

function stepFor(verdict: Verdict, payment: Payment): Step | undefined {
  switch (verdict.kind) {
    case 'paid':
      return { state: 'paid', captureId: verdict.capture.id }
    case 'refunded':
      return { state: 'refunded', captureId: verdict.capture.id, reason: verdict.capture.status }
    case 'pending':
    case 'declined':
      return { state: verdict.kind, captureId: verdict.capture.id, reason: verdict.reason }
    case 'mismatch':
      return { state: 'review', reason: verdict.reason }
    case 'gone':
      return { state: 'expired', reason: 'gone-at-paypal' }
    case 'open':
      return payment.state === 'capturing'
        ? { state: 'created', reason: 'not-approved' }
        : undefined
    case 'approved':
      return undefined
  }
}

function isMoney(verdict: Verdict): boolean {
  switch (verdict.kind) {
    case 'paid':
    case 'pending':
      return true
    case 'mismatch':
      return verdict.captureId !== undefined
    case 'open':
    case 'approved':
    case 'gone':
    case 'declined':
    case 'refunded':
      return false
  }
}

function isSecondCapture(payment: Payment, verdict: Verdict): boolean {
  const holdsMoney = ['paid', 'pending', 'refunded'].includes(payment.state)
  const isCapture = verdict.kind === 'paid' || verdict.kind === 'pending'
  return holdsMoney && isCapture && verdict.capture.id !== payment.captureId
}

function isKnown(payment: Payment, step: Step): boolean {
  return payment.state === step.state && payment.captureId === (step.captureId ?? payment.captureId)
}

function withMoney(order: Order, change: OrderChange, verdict: Verdict): OrderChange {
  if (verdict.kind !== 'paid' || order.status !== '待付款') return change
  return {
    ...change,
    status: '已付款',
    paidAt: change.event.at,
    paymentDetails: { ...verdict.capture },
  }
}

/** What PayPal's verdict on one of our PayPal orders changes on our order; nothing when it is known already, so that it can be applied any number of times in any order. What awaits review is the owner's to resolve. */
export function applyVerdict(
  order: Order,
  { paypalOrderId, verdict }: { readonly paypalOrderId: string; readonly verdict: Verdict },
  occasion: Occasion,
): OrderChange | undefined {
  const { payment } = order
  if (!payment?.paypalOrderIds.includes(paypalOrderId) || payment.state === 'review') {
    return undefined
  }
  if (isSecondCapture(payment, verdict)) {
    return changeTo(payment, { state: 'review', reason: 'second-capture' }, occasion)
  }
  // Of a PayPal order that another one has replaced only money counts.
  if (payment.paypalOrderId !== paypalOrderId && !isMoney(verdict)) return undefined
  const step = stepFor(verdict, payment)
  if (!step || isKnown(payment, step) || !canMovePayment(payment.state, step.state)) {
    return undefined
  }
  return withMoney(order, changeTo(payment, { ...step, paypalOrderId }, occasion), verdict)
}
