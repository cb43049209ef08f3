import type { Order, OrderChange } from '../order/order.ts'
import type { Payment } from './payment.ts'
import { canMovePayment, changeTo, type Occasion, type Step } from './payment-change.ts'
import type { Verdict } from './paypal-order.ts'

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
