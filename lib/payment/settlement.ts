import type { Order, OrderChange } from '../order/order.ts'
import { type Payment, PAYPAL_OPEN_FOR } from './payment.ts'
import { canMovePayment, changeTo, type Occasion, type Step } from './payment-change.ts'
import type { Verdict } from './paypal-order.ts'

// One answer of 404 does not give up money that may be on its way, nor does a long silence: then a person looks.
function stepForMissing(payment: Payment, { now }: Occasion): Step | undefined {
  const mayHoldMoney = payment.state === 'capturing' || payment.state === 'pending'
  if (!mayHoldMoney) return { state: 'expired', reason: 'gone-at-paypal' }
  const isOld = now.getTime() - Date.parse(payment.changedAt) > PAYPAL_OPEN_FOR
  return isOld ? { state: 'review', reason: 'missing-at-paypal' } : undefined
}

// The id of the capture that a person must look at; the first one stays, where there are two.
function stepForMismatch(
  { reason, captureId }: Extract<Verdict, { kind: 'mismatch' }>,
  payment: Payment,
): Step {
  const looked = payment.captureId ?? captureId
  return { state: 'review', reason, ...(looked === undefined ? {} : { captureId: looked }) }
}

function stepFor(verdict: Verdict, payment: Payment, occasion: Occasion): Step | undefined {
  switch (verdict.kind) {
    case 'paid':
      return { state: 'paid', captureId: verdict.capture.id, reason: verdict.capture.status }
    case 'refunded':
      return { state: 'refunded', captureId: verdict.capture.id, reason: verdict.capture.status }
    case 'pending':
    case 'declined':
      return { state: verdict.kind, captureId: verdict.capture.id, reason: verdict.reason }
    case 'mismatch':
      return stepForMismatch(verdict, payment)
    case 'missing':
      return stepForMissing(payment, occasion)
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

/** PayPal's word for a capture of which a part was given back. */
const PARTLY = 'PARTIALLY_REFUNDED'

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
    case 'missing':
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
  if (payment.state !== step.state) return false
  // A part was given back, and now all of it; never the other way round.
  if (step.state === 'refunded' && payment.reason === PARTLY) return step.reason === PARTLY
  return payment.captureId === (step.captureId ?? payment.captureId)
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

function captureIn(verdict: Verdict): string | undefined {
  if (verdict.kind === 'mismatch') return verdict.captureId
  return 'capture' in verdict && verdict.kind !== 'declined' ? verdict.capture.id : undefined
}

// Money that comes to light while a person looks is noted for that person, and changes nothing else.
function noteInReview(
  payment: Payment,
  verdict: Verdict,
  occasion: Occasion,
): OrderChange | undefined {
  const captureId = captureIn(verdict)
  if (payment.captureId !== undefined || captureId === undefined) return undefined
  return changeTo(payment, { state: 'review', reason: payment.reason ?? '', captureId }, occasion)
}

/** What PayPal's verdict on one of our PayPal orders changes on our order; nothing when it is known already, so that it can be applied any number of times in any order. What awaits review is the owner's to resolve. */
export function applyVerdict(
  order: Order,
  { paypalOrderId, verdict }: { readonly paypalOrderId: string; readonly verdict: Verdict },
  occasion: Occasion,
): OrderChange | undefined {
  const { payment } = order
  if (!payment?.paypalOrderIds.includes(paypalOrderId)) return undefined
  if (payment.state === 'review') return noteInReview(payment, verdict, occasion)
  if (isSecondCapture(payment, verdict)) {
    return changeTo(payment, { state: 'review', reason: 'second-capture' }, occasion)
  }
  // Of a PayPal order that another one has replaced only money counts.
  if (payment.paypalOrderId !== paypalOrderId && !isMoney(verdict)) return undefined
  const step = stepFor(verdict, payment, occasion)
  if (!step || isKnown(payment, step) || !canMovePayment(payment.state, step.state)) {
    return undefined
  }
  return withMoney(order, changeTo(payment, { ...step, paypalOrderId }, occasion), verdict)
}
