import { fileOf, refsOf, type Desk } from './desk.ts'
import type { Capture, Money, Order, Refund } from './records.ts'
import { captureBody, orderBody, refundBody } from './representation.ts'
import type { WebhookEvent } from './webhook-event.ts'

function shown({ currency_code: currency, value }: Money): string {
  return `${currency === 'TWD' ? 'NT$' : currency} ${value} ${currency}`
}

/** The buyer has agreed; the order can be captured. */
export function orderApproved(desk: Desk, order: Order): WebhookEvent {
  return {
    type: 'CHECKOUT.ORDER.APPROVED',
    resourceType: 'checkout-order',
    resource: orderBody(fileOf(desk, order), desk.base),
    summary: 'An order has been approved by buyer',
    refs: refsOf(order),
  }
}

/** The buyer had agreed, nobody captured in time, and PayPal gave the money back. */
export function approvalReversed(order: Order): WebhookEvent {
  const [unit] = order.request.purchase_units
  const { reference_id, custom_id, invoice_id } = unit
  return {
    type: 'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
    resourceType: 'checkout-order',
    resource: { order_id: order.id, purchase_units: [{ reference_id, custom_id, invoice_id }] },
    summary: 'A payment has been reversed after approval.',
    refs: refsOf(order),
  }
}

const captureSummaries = {
  COMPLETED: 'Payment completed for',
  PENDING: 'Payment pending for',
  DENIED: 'Payment denied for',
  DECLINED: 'Payment declined for',
} as const

/** A capture has reached a state. */
export function captureReached(
  desk: Desk,
  type: keyof typeof captureSummaries,
  order: Order,
  capture: Capture,
): WebhookEvent {
  return {
    type: `PAYMENT.CAPTURE.${type}`,
    resourceType: 'capture',
    resource: captureBody(capture, desk.base),
    summary: `${captureSummaries[type]} ${shown(capture.amount)}`,
    refs: [...refsOf(order), capture.id],
  }
}

/** Money went back: refunded by the shop, or reversed by PayPal. */
export function moneyReturned(desk: Desk, order: Order, refund: Refund): WebhookEvent {
  return {
    type: refund.reversal ? 'PAYMENT.CAPTURE.REVERSED' : 'PAYMENT.CAPTURE.REFUNDED',
    resourceType: 'refund',
    resource: refundBody(refund, desk.base),
    summary: `A ${shown(refund.amount)} capture payment was ${refund.reversal ? 'reversed' : 'refunded'}`,
    refs: [...refsOf(order), refund.captureId, refund.id],
  }
}
