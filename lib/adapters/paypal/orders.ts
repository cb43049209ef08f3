import 'server-only'

import {
  type ApiResponse,
  type CapturedPayment,
  type Client,
  type Order as WireOrder,
  OrdersController,
  PaymentsController,
  type Refund as WireRefund,
} from '@paypal/paypal-server-sdk'

import type { Refund, TakenKind } from '../../order/payment/payment.ts'
import {
  type CaptureToMake,
  type OrderToPay,
  type ProviderCapture,
  type ProviderOrder,
  ProviderProblem,
  type RefundToMake,
  type UnfinishedRefund,
} from '../../order/payment/provider.ts'
import { paypalClient, paypalProblem, renewPaypalClient } from './client.ts'
import { orderRequest } from './order-request.ts'
import { defined } from '../../defined.ts'

const FULL = 'return=representation'

/** An amount of PayPal's in whole TWD: '3080' and '3080.00' alike; anything else is NaN and agrees with nothing. */
export function wholeAmount(value: string | undefined): number {
  return /^\d{1,9}(\.0+)?$/.test(value ?? '') ? Number(value) : Number.NaN
}

// PayPal's capture statuses in the shop's words.
const CAPTURE_STATUS: Readonly<Record<string, ProviderCapture['status']>> = {
  COMPLETED: 'completed',
  PENDING: 'pending',
  DECLINED: 'declined',
  FAILED: 'declined',
  REFUNDED: 'refunded',
  PARTIALLY_REFUNDED: 'partly-refunded',
}

function orderStatus(status: string | undefined): ProviderOrder['status'] {
  switch (status) {
    case 'APPROVED':
      return 'approved'
    case 'VOIDED':
      return 'void'
    case 'COMPLETED':
      return 'completed'
    default:
      return 'open'
  }
}

// PayPal's reasons of a capture's status that mean money was taken back.
const TAKEN_BACK: Readonly<Record<string, TakenKind>> = {
  BUYER_COMPLAINT: 'reversal',
  CHARGEBACK: 'chargeback',
}

function takenBackIn(status: string, reason: string | undefined): TakenKind | undefined {
  const isBack = status === 'REFUNDED' || status === 'PARTIALLY_REFUNDED'
  return isBack && reason !== undefined ? TAKEN_BACK[reason] : undefined
}

function captureFrom(wire: CapturedPayment): ProviderCapture {
  const status: string = wire.status ?? ''
  const reason = wire.statusDetails?.reason ?? (status === 'FAILED' ? status : undefined)
  const takenBack = takenBackIn(status, reason)
  return {
    id: wire.id ?? '',
    status: CAPTURE_STATUS[status] ?? 'other',
    ...defined({ reason, takenBack }),
    amount: wholeAmount(wire.amount?.value),
    currency: wire.amount?.currencyCode ?? '',
    customId: wire.customId ?? '',
    invoiceId: wire.invoiceId ?? '',
    createTime: wire.createTime ?? '',
  }
}

function ownKey({ customId }: WireRefund): string | undefined {
  return customId?.startsWith('refund:') ? customId : undefined
}

// A refund that is pending, failed or cancelled has given nothing back.
function refundFrom(wire: WireRefund): Refund[] {
  const status: string | undefined = wire.status
  if (status !== 'COMPLETED') return []
  const amount = wholeAmount(wire.amount?.value)
  const key = ownKey(wire)
  const refund = { id: wire.id ?? '', amount, at: wire.createTime ?? '' }
  return [key === undefined ? refund : { ...refund, key }]
}

function unfinishedFrom(wire: WireRefund): UnfinishedRefund[] {
  const status: string | undefined = wire.status
  const key = ownKey(wire)
  if (key === undefined || status === 'COMPLETED') return []
  return [{ key, state: status === 'PENDING' ? 'pending' : 'failed' }]
}

/** PayPal's order in the shop's own words. */
export function orderFromPaypal(wire: WireOrder): ProviderOrder {
  const units = wire.purchaseUnits ?? []
  const [unit] = units
  const refunds = units.flatMap((one) => one.payments?.refunds ?? [])
  return {
    id: wire.id ?? '',
    status: orderStatus(wire.status),
    amount: units.length === 1 ? wholeAmount(unit?.amount?.value) : Number.NaN,
    currency: unit?.amount?.currencyCode ?? '',
    customId: unit?.customId ?? '',
    invoiceId: unit?.invoiceId ?? '',
    captures: units.flatMap((one) => one.payments?.captures ?? []).map(captureFrom),
    refunds: refunds.flatMap(refundFrom),
    unfinished: refunds.flatMap(unfinishedFrom),
  }
}

// A refused token is not renewed by the SDK: the second and last try has a new client.
async function call<Wire>(
  what: string,
  send: (client: Client) => Promise<ApiResponse<Wire>>,
): Promise<Wire> {
  try {
    return (await send(paypalClient())).result
  } catch (error) {
    const problem = paypalProblem(what, error)
    if (problem.status !== 401) throw problem
  }
  renewPaypalClient()
  try {
    return (await send(paypalClient())).result
  } catch (error) {
    throw paypalProblem(what, error)
  }
}

async function callOrders(
  what: string,
  send: (orders: OrdersController) => Promise<ApiResponse<WireOrder>>,
): Promise<ProviderOrder> {
  return orderFromPaypal(await call(what, (client) => send(new OrdersController(client))))
}

/** Makes PayPal's order for ours; the same key answers with the same order. Throws ProviderProblem. */
export async function createPaypalOrder(order: OrderToPay, key: string): Promise<ProviderOrder> {
  const body = orderRequest(order)
  return callOrders('create', (orders) =>
    orders.createOrder({ body, paypalRequestId: key, prefer: FULL }),
  )
}

/** Returns PayPal's order of this id, or undefined. Throws ProviderProblem. */
export async function findPaypalOrder(id: string): Promise<ProviderOrder | undefined> {
  try {
    return await callOrders('get', (orders) => orders.getOrder({ id }))
  } catch (error) {
    if (error instanceof ProviderProblem && error.kind === 'missing') return undefined
    throw error
  }
}

/** Takes the money of an approved PayPal order; the same key takes it once. Throws ProviderProblem. */
export async function capturePaypalOrder({
  reference,
  key,
}: CaptureToMake): Promise<ProviderOrder> {
  return callOrders('capture', (orders) =>
    orders.captureOrder({ id: reference, paypalRequestId: key, prefer: FULL }),
  )
}

/** Refunds a capture, once per key. Read the result from the order. Throws ProviderProblem. */
export async function refundPaypalCapture(refund: RefundToMake): Promise<void> {
  const { captureId, amount, key, invoiceId } = refund
  const body = {
    amount: { currencyCode: 'TWD', value: String(amount) },
    customId: key,
    invoiceId,
  }
  await call('refund', (client) =>
    new PaymentsController(client).refundCapturedPayment({
      captureId,
      body,
      paypalRequestId: key,
      prefer: FULL,
    }),
  )
}
