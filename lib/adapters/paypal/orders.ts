import 'server-only'

import {
  type ApiResponse,
  type CapturedPayment,
  type Order as WireOrder,
  OrdersController,
  type Refund as WireRefund,
} from '@paypal/paypal-server-sdk'

import type { Refund } from '../../payment/payment.ts'
import {
  type OrderToPay,
  type ProviderCapture,
  type ProviderOrder,
  ProviderProblem,
} from '../../payment/provider.ts'
import { paypalClient, renewPaypalClient } from './client.ts'
import { orderRequest } from './order-request.ts'
import { paypalProblem } from './problem.ts'

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

function captureFrom(wire: CapturedPayment): ProviderCapture {
  const status: string = wire.status ?? ''
  const reason = wire.statusDetails?.reason ?? (status === 'FAILED' ? status : undefined)
  return {
    id: wire.id ?? '',
    status: CAPTURE_STATUS[status] ?? 'other',
    ...(reason === undefined ? {} : { reason }),
    amount: wholeAmount(wire.amount?.value),
    currency: wire.amount?.currencyCode ?? '',
    customId: wire.customId ?? '',
    invoiceId: wire.invoiceId ?? '',
    createTime: wire.createTime ?? '',
  }
}

// A refund that is pending, failed or cancelled has given nothing back.
function refundFrom(wire: WireRefund): Refund[] {
  const status: string | undefined = wire.status
  if (status !== 'COMPLETED') return []
  const amount = wholeAmount(wire.amount?.value)
  return [{ id: wire.id ?? '', amount, at: wire.createTime ?? '' }]
}

/** PayPal's order in the shop's own words. */
export function orderFromPaypal(wire: WireOrder): ProviderOrder {
  const units = wire.purchaseUnits ?? []
  const [unit] = units
  return {
    id: wire.id ?? '',
    status: orderStatus(wire.status),
    amount: units.length === 1 ? wholeAmount(unit?.amount?.value) : Number.NaN,
    currency: unit?.amount?.currencyCode ?? '',
    customId: unit?.customId ?? '',
    invoiceId: unit?.invoiceId ?? '',
    captures: units.flatMap((one) => one.payments?.captures ?? []).map(captureFrom),
    refunds: units.flatMap((one) => one.payments?.refunds ?? []).flatMap(refundFrom),
  }
}

type Call = (orders: OrdersController) => Promise<ApiResponse<WireOrder>>

// A refused token is not renewed by the SDK: the second and last try has a new client.
async function call(what: string, send: Call): Promise<ProviderOrder> {
  try {
    const { result } = await send(new OrdersController(paypalClient()))
    return orderFromPaypal(result)
  } catch (error) {
    const problem = paypalProblem(what, error)
    if (problem.status !== 401) throw problem
  }
  renewPaypalClient()
  try {
    const { result } = await send(new OrdersController(paypalClient()))
    return orderFromPaypal(result)
  } catch (error) {
    throw paypalProblem(what, error)
  }
}

/** Makes PayPal's order for ours; the same key answers with the same order. Throws ProviderProblem. */
export async function createPaypalOrder(order: OrderToPay, key: string): Promise<ProviderOrder> {
  const body = orderRequest(order)
  return call('create', (orders) =>
    orders.createOrder({ body, paypalRequestId: key, prefer: FULL }),
  )
}

/** What PayPal knows of one of its orders, or nothing when it knows none of that id. Throws ProviderProblem. */
export async function findPaypalOrder(id: string): Promise<ProviderOrder | undefined> {
  try {
    return await call('get', (orders) => orders.getOrder({ id }))
  } catch (error) {
    if (error instanceof ProviderProblem && error.kind === 'missing') return undefined
    throw error
  }
}

/** Takes the money of an approved PayPal order; the same key takes it once. Throws ProviderProblem. */
export async function capturePaypalOrder(id: string, key: string): Promise<ProviderOrder> {
  return call('capture', (orders) =>
    orders.captureOrder({ id, paypalRequestId: key, prefer: FULL }),
  )
}
