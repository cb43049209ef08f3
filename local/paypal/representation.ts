import type { Link } from './errors.ts'
import type { Capture, Money, Order, Refund } from './records.ts'
import { isObject } from './http.ts'

type Body = Record<string, unknown>

/** The merchant's PayPal account. */
export const merchantId = 'LCALSHP234567'
const payee = { email_address: 'shop@example.com', merchant_id: merchantId }

/** The records that one order's answer is made of. */
export type OrderFile = { order: Order; captures: readonly Capture[]; refunds: readonly Refund[] }

function field(from: unknown, name: string): Body {
  const value = isObject(from) ? from[name] : undefined
  return value === undefined ? {} : { [name]: value }
}

/** PayPal's fee for a sum: Taiwan's usual 4.4 % and NT$10, in whole dollars. */
export function feeOf(gross: number): number {
  return Math.min(gross, Math.round(gross * 0.044) + 10)
}

function receivable(amount: Money): Body {
  const gross = Number(amount.value)
  const fee = feeOf(gross)
  const money = (value: number): Money => ({
    currency_code: amount.currency_code,
    value: String(value),
  })
  return { gross_amount: amount, paypal_fee: money(fee), net_amount: money(gross - fee) }
}

function orderLinks(order: Order, base: string): Link[] {
  const self = `${base}/v2/checkout/orders/${order.id}`
  const links: Link[] = [{ href: self, rel: 'self', method: 'GET' }]
  const window = `${base}/checkoutnow?token=${order.id}`
  if (order.status === 'PAYER_ACTION_REQUIRED') {
    links.push({ href: window, rel: 'payer-action', method: 'GET' })
  }
  if (order.status === 'CREATED') {
    links.push({ href: window, rel: 'approve', method: 'GET' })
  }
  if (order.status === 'CREATED' || order.status === 'APPROVED') {
    links.push({ href: self, rel: 'update', method: 'PATCH' })
    links.push({ href: `${self}/capture`, rel: 'capture', method: 'POST' })
  }
  return links
}

function paymentSource({ request, approval }: Order): Body {
  const wallet = request.payment_source?.paypal
  const person = wallet ?? request.payer
  if (approval === null) {
    if (wallet === undefined) return {}
    return {
      payment_source: {
        paypal: {
          ...field(wallet, 'email_address'),
          ...field(wallet, 'name'),
          ...field(wallet, 'address'),
        },
      },
    }
  }
  if (approval.funding === 'card') {
    const card = { last_digits: approval.cardDigits ?? '1111', brand: 'VISA', type: 'CREDIT' }
    return { payment_source: { card } }
  }
  const account = { account_id: approval.payerId, account_status: 'VERIFIED' }
  return {
    payment_source: {
      paypal: {
        email_address: 'buyer@example.com',
        ...field(person, 'email_address'),
        ...account,
        ...field(person, 'name'),
        address: { country_code: 'TW' },
      },
    },
  }
}

function payer({ request, approval }: Order): Body {
  const person = request.payment_source?.paypal ?? request.payer
  if (approval === null) return request.payer === undefined ? {} : { payer: request.payer }
  return {
    payer: {
      ...field(person, 'name'),
      email_address: 'buyer@example.com',
      ...field(person, 'email_address'),
      payer_id: approval.payerId,
      address: { country_code: 'TW' },
    },
  }
}

/** The buyer's name, as far as the order tells it. */
export function payerOf({ request }: Order): string {
  const person = request.payment_source?.paypal ?? request.payer
  const name = isObject(person) && isObject(person['name']) ? person['name'] : {}
  const parts = [name['given_name'], name['surname']].filter((part) => typeof part === 'string')
  return parts.length === 0 ? 'Buyer' : parts.join(' ')
}

/** A capture as PayPal shows it inside an order. */
export function captureInOrder(capture: Capture, base: string): Body {
  const self = `${base}/v2/payments/captures/${capture.id}`
  const settled = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(capture.status)
  return {
    id: capture.id,
    status: capture.status,
    ...(capture.reason === undefined ? {} : { status_details: { reason: capture.reason } }),
    amount: capture.amount,
    final_capture: true,
    seller_protection: { status: 'NOT_ELIGIBLE' },
    ...(settled ? { seller_receivable_breakdown: receivable(capture.amount) } : {}),
    ...(capture.invoiceId === undefined ? {} : { invoice_id: capture.invoiceId }),
    ...(capture.customId === undefined ? {} : { custom_id: capture.customId }),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
      { href: `${base}/v2/checkout/orders/${capture.orderId}`, rel: 'up', method: 'GET' },
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

/** A refund as POST …/refund and the webhooks show it. */
export function refundBody(refund: Refund, base: string): Body {
  const { currency_code, value } = refund.amount
  const money = (value: string): Money => ({ currency_code, value })
  return {
    id: refund.id,
    status: refund.status,
    ...(refund.status === 'PENDING' ? { status_details: { reason: 'ECHECK' } } : {}),
    amount: refund.amount,
    ...(refund.note === undefined ? {} : { note_to_payer: refund.note }),
    ...(refund.invoiceId === undefined ? {} : { invoice_id: refund.invoiceId }),
    ...(refund.customId === undefined ? {} : { custom_id: refund.customId }),
    seller_payable_breakdown: {
      gross_amount: refund.amount,
      paypal_fee: money(refund.fee),
      net_amount: money(String(Number(value) - Number(refund.fee))),
      total_refunded_amount: money(refund.total ?? value),
    },
    payer: payee,
    links: refundLinks(refund, base),
    create_time: refund.createTime,
    update_time: refund.updateTime ?? refund.createTime,
  }
}

export function refundLinks(refund: Refund, base: string): Link[] {
  return [
    { href: `${base}/v2/payments/refunds/${refund.id}`, rel: 'self', method: 'GET' },
    { href: `${base}/v2/payments/captures/${refund.captureId}`, rel: 'up', method: 'GET' },
  ]
}

/** The whole order, as `Prefer: return=representation` and GET show it. */
export function orderBody({ order, captures, refunds }: OrderFile, base: string): Body {
  const [unit] = order.request.purchase_units
  const payments = {
    captures: captures.map((capture) => captureInOrder(capture, base)),
    ...(refunds.length === 0 ? {} : { refunds: refunds.map((refund) => refundBody(refund, base)) }),
  }
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    ...paymentSource(order),
    purchase_units: [{ ...unit, payee, ...(captures.length === 0 ? {} : { payments }) }],
    ...payer(order),
    create_time: order.createTime,
    update_time: order.updateTime,
    links: orderLinks(order, base),
  }
}

/** The short order, PayPal's default: id, status and links. */
export function orderSummary({ order }: OrderFile, base: string): Body {
  return { id: order.id, status: order.status, links: orderLinks(order, base) }
}
