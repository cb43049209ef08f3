import type { Link } from './errors.ts'
import { moneyLike } from './money.ts'
import type { Capture, Order, Person, Refund } from './records.ts'
import type { OrderFile } from './store.ts'

type Body = Record<string, unknown>

/** The merchant's PayPal account. */
export const merchantId = 'LCALSHP234567'
const payee = { email_address: 'shop@example.com', merchant_id: merchantId }

export const link = (href: string, rel: string, method = 'GET'): Link => ({ href, rel, method })

/** PayPal's fee for a payment: Taiwan's usual 4.4 % and NT$10, in whole dollars. */
export function feeOf(gross: number): number {
  return Math.min(gross, Math.round(gross * 0.044) + 10)
}

function orderLinks({ id, status }: Order, base: string): Link[] {
  const self = `${base}/v2/checkout/orders/${id}`
  const window = `${base}/checkoutnow?token=${id}`
  const capturable = status === 'CREATED' || status === 'APPROVED'
  return [
    link(self, 'self'),
    ...(status === 'PAYER_ACTION_REQUIRED' ? [link(window, 'payer-action')] : []),
    ...(status === 'CREATED' ? [link(window, 'approve')] : []),
    ...(capturable
      ? [link(self, 'update', 'PATCH'), link(`${self}/capture`, 'capture', 'POST')]
      : []),
  ]
}

/** The order's buyer. */
export function personOf({ request }: Order): Person | undefined {
  return request.payment_source?.paypal ?? request.payer
}

function paymentSource({ request, approval }: Order): Body | undefined {
  const wallet = request.payment_source?.paypal
  const { email_address = 'buyer@example.com', name, address } = wallet ?? request.payer ?? {}
  if (approval === null)
    return wallet && { paypal: { email_address: wallet.email_address, name, address } }
  if (approval.funding === 'card')
    return { card: { last_digits: '1111', brand: 'VISA', type: 'CREDIT' } }
  const account = { account_id: approval.payerId, account_status: 'VERIFIED' }
  return { paypal: { email_address, ...account, name, address: { country_code: 'TW' } } }
}

function payerOf(order: Order): Body | undefined {
  if (order.approval === null) return order.request.payer
  const { email_address = 'buyer@example.com', name } = personOf(order) ?? {}
  const { payerId: payer_id } = order.approval
  return { name, email_address, payer_id, address: { country_code: 'TW' } }
}

function receivable({ status, amount }: Capture): Body | undefined {
  if (!['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status)) return undefined
  const gross = Number(amount.value)
  return {
    gross_amount: amount,
    paypal_fee: moneyLike(amount, feeOf(gross)),
    net_amount: moneyLike(amount, gross - feeOf(gross)),
  }
}

function captureInOrder(capture: Capture, base: string): Body {
  const { id, status, reason, amount, orderId } = capture
  const self = `${base}/v2/payments/captures/${id}`
  return {
    id,
    status,
    status_details: reason === undefined ? undefined : { reason },
    amount,
    final_capture: true,
    seller_protection: { status: 'NOT_ELIGIBLE' },
    seller_receivable_breakdown: receivable(capture),
    invoice_id: capture.invoiceId,
    custom_id: capture.customId,
    links: [
      link(self, 'self'),
      link(`${self}/refund`, 'refund', 'POST'),
      link(`${base}/v2/checkout/orders/${orderId}`, 'up'),
    ],
    create_time: capture.createTime,
    update_time: capture.updateTime,
  }
}

/** A capture as GET /v2/payments/captures/{id} and the webhooks show it. */
export function captureBody(capture: Capture, base: string): Body {
  return {
    ...captureInOrder(capture, base),
    supplementary_data: { related_ids: { order_id: capture.orderId } },
    payee,
  }
}

/** A refund in its short form, PayPal's default. */
export function refundSummary({ id, status, captureId }: Refund, base: string): Body {
  const links = [
    link(`${base}/v2/payments/refunds/${id}`, 'self'),
    link(`${base}/v2/payments/captures/${captureId}`, 'up'),
  ]
  return { id, status, links }
}

/** A refund in full, as the webhooks show it. */
export function refundBody(refund: Refund, base: string): Body {
  const { amount, fee, total, status } = refund
  return {
    ...refundSummary(refund, base),
    status_details: status === 'PENDING' ? { reason: 'ECHECK' } : undefined,
    amount,
    note_to_payer: refund.note,
    invoice_id: refund.invoiceId,
    custom_id: refund.customId,
    seller_payable_breakdown: {
      gross_amount: amount,
      paypal_fee: moneyLike(amount, fee),
      net_amount: moneyLike(amount, Number(amount.value) - Number(fee)),
      total_refunded_amount: moneyLike(amount, total),
    },
    payer: payee,
    create_time: refund.createTime,
    update_time: refund.updateTime,
  }
}

/** An order in its short form, PayPal's default: id, status and links. */
export function orderSummary({ order }: OrderFile, base: string): Body {
  return { id: order.id, status: order.status, links: orderLinks(order, base) }
}

/** An order in full. */
export function orderBody({ order, captures, refunds }: OrderFile, base: string): Body {
  const [unit] = order.request.purchase_units
  const payments = {
    captures: captures.map((capture) => captureInOrder(capture, base)),
    refunds: refunds.length > 0 ? refunds.map((refund) => refundBody(refund, base)) : undefined,
  }
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    payment_source: paymentSource(order),
    purchase_units: [{ ...unit, payee, payments: captures.length > 0 ? payments : undefined }],
    payer: payerOf(order),
    create_time: order.createTime,
    update_time: order.updateTime,
    links: orderLinks(order, base),
  }
}
