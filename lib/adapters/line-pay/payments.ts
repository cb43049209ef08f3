import 'server-only'

import { z } from 'zod'

import { webAddress } from '../../text/text-schemas.ts'
import {
  type CaptureToMake,
  type CreatedOrder,
  type OrderToPay,
  type ProviderOrder,
  ProviderProblem,
  type RefundToMake,
} from '../../order/payment/provider.ts'
import { log } from '../../log/log.ts'
import { BRAND } from '../../company/company.ts'
import { callLinePay, isApprovalPage, type LinePayCall, noAnswerProblem } from './client.ts'
import { idSchema, ordersFromLinePay } from './payment-record.ts'
import { type LinePayCallName, linePayProblem } from './problem.ts'

/** Deadlines by call, from LINE Pay's documented read timeouts, in milliseconds. */
const WITHIN: Readonly<Record<LinePayCallName, number>> = {
  request: 10_000,
  check: 20_000,
  confirm: 40_000,
  details: 20_000,
  refund: 20_000,
}

/** Maximum payments per query. */
const AT_ONCE = 100

const requestedSchema = z.object({
  transactionId: idSchema,
  paymentUrl: z.object({ web: webAddress }),
})

function call(request: LinePayCallName, input: Omit<LinePayCall, 'what' | 'within'>) {
  return callLinePay({ ...input, what: request, within: WITHIN[request] })
}

async function infoOf<Schema extends z.ZodType>(
  request: LinePayCallName,
  input: Omit<LinePayCall, 'what' | 'within'>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { code, info } = await call(request, input)
  if (code !== '0000') throw linePayProblem(request, code)
  const parsed = schema.safeParse(info)
  if (!parsed.success) throw noAnswerProblem(request, 'MALFORMED', 200)
  return parsed.data
}

/** The number under which LINE Pay has an attempt: unique for ever, for it takes each one once. */
export function linePayNumber(orderNumber: string, attempt: number): string {
  return `${orderNumber}-${attempt}`
}

/**
 * Creates a payment request (Online API v4), which moves no money. One line, since discounts may
 * not be lines. Throws ProviderProblem.
 */
export async function createLinePayRequest(order: OrderToPay): Promise<CreatedOrder> {
  const { orderNumber, attempt, totalAmount: amount, pieces, returnUrl, cancelUrl } = order
  const name = `${BRAND} T 恤 ${pieces} 件（含運費）`
  const body = {
    amount,
    currency: 'TWD',
    orderId: linePayNumber(orderNumber, attempt),
    packages: [{ id: '1', amount, name: BRAND, products: [{ name, quantity: 1, price: amount }] }],
    redirectUrls: { confirmUrl: returnUrl, cancelUrl: `${cancelUrl}?cancelled=1` },
    options: {
      display: { locale: 'zh_TW', checkConfirmUrlBrowser: false },
      payment: { capture: true },
    },
  }
  const info = await infoOf('request', { path: '/v4/payments/request', body }, requestedSchema)
  const { transactionId: id, paymentUrl } = info
  // The browser is sent to no other host.
  if (!isApprovalPage(paymentUrl.web)) throw noAnswerProblem('request', 'FOREIGN_ADDRESS', 200)
  return { id, approveAt: paymentUrl.web }
}

async function readDetails(references: readonly string[]) {
  const query = references.map((id) => `transactionId=${encodeURIComponent(id)}`).join('&')
  try {
    const info = await infoOf('details', { path: '/v4/payments', query }, z.unknown())
    const read = ordersFromLinePay(info)
    if (!read) throw noAnswerProblem('details', 'MALFORMED', 200)
    return read
  } catch (error) {
    if (error instanceof ProviderProblem && error.kind === 'missing') {
      return { orders: [], unreadable: [] }
    }
    throw error
  }
}

/**
 * Returns up to 100 confirmed payments. Unknown ones are missing, unreadable ones logged. Throws
 * ProviderProblem.
 */
export async function findLinePayPayments(
  references: readonly string[],
): Promise<readonly ProviderOrder[]> {
  const { orders, unreadable } = await readDetails(references.slice(0, AT_ONCE))
  for (const record of unreadable) log('line-pay-unreadable', record, 'WARNING')
  return orders
}

async function readConfirmed(reference: string): Promise<ProviderOrder | undefined> {
  const { orders, unreadable } = await readDetails([reference])
  // A payment that can't be read is not one that is not there.
  if (unreadable.length > 0) throw noAnswerProblem('details', 'MALFORMED', 200)
  const own = orders.filter(({ id }) => id === reference)
  const [first] = own
  // Two records mean two captures, which a person reviews.
  return first && { ...first, captures: own.flatMap(({ captures }) => captures) }
}

const unpaid = (id: string, status: 'open' | 'approved' | 'void'): ProviderOrder => {
  return { id, status, captures: [], refunds: [] }
}

/**
 * Returns LINE Pay's request, or undefined. A confirmed one is unknown until its details appear.
 * Throws ProviderProblem.
 */
export async function findLinePayPayment(reference: string): Promise<ProviderOrder | undefined> {
  const paid = await readConfirmed(reference)
  if (paid) return paid
  const path = `/v4/payments/requests/${encodeURIComponent(reference)}/check`
  const { code } = await call('check', { path })
  switch (code) {
    case '0000':
      return unpaid(reference, 'open')
    case '0110':
      return unpaid(reference, 'approved')
    // Cancelled, expired or failed: the details say whether money was captured.
    case '0121':
    case '0122':
      return (await readConfirmed(reference)) ?? unpaid(reference, 'void')
    case '0123': {
      const known = await readConfirmed(reference)
      if (known) return known
      throw noAnswerProblem('details', 'BEHIND', 200)
    }
    default: {
      const problem = linePayProblem('check', code)
      if (problem.kind === 'missing') return undefined
      throw problem
    }
  }
}

/** Takes the money of an approved request; it can be confirmed once. Throws ProviderProblem. */
export async function confirmLinePayRequest({ reference, amount }: CaptureToMake): Promise<void> {
  const path = `/v4/payments/${encodeURIComponent(reference)}/confirm`
  const { code } = await call('confirm', { path, body: { amount, currency: 'TWD' } })
  if (code !== '0000') throw linePayProblem('confirm', code)
}

/**
 * Refunds a payment. LINE Pay has no idempotency key, so a repeat refunds twice. Throws
 * ProviderProblem.
 */
export async function refundLinePayPayment({ captureId, amount }: RefundToMake): Promise<void> {
  const path = `/v4/payments/${encodeURIComponent(captureId)}/refund`
  const { code } = await call('refund', { path, body: { refundAmount: amount } })
  if (code !== '0000') throw linePayProblem('refund', code)
}
