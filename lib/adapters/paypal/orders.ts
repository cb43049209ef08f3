import 'server-only'

import {
  type ApiResponse,
  type CapturedPayment,
  type Order as WireOrder,
  OrdersController,
} from '@paypal/paypal-server-sdk'

import type { PaypalCapture, PaypalOrder } from '../../payment/paypal-order.ts'
import { paypalClient, renewPaypalClient } from './client.ts'
import { type OrderToCreate, orderRequest } from './order-request.ts'
import { PaypalProblem, paypalProblem } from './problem.ts'

const FULL = 'return=representation'

/** An amount of PayPal's in whole TWD: '3080' and '3080.00' alike; anything else is NaN and agrees with nothing. */
export function wholeAmount(value: string | undefined): number {
  return /^\d{1,9}(\.0+)?$/.test(value ?? '') ? Number(value) : Number.NaN
}

function captureFrom(wire: CapturedPayment): PaypalCapture {
  return {
    id: wire.id ?? '',
    status: wire.status ?? '',
    ...(wire.statusDetails?.reason ? { reason: wire.statusDetails.reason } : {}),
    amount: wholeAmount(wire.amount?.value),
    currency: wire.amount?.currencyCode ?? '',
    customId: wire.customId ?? '',
    invoiceId: wire.invoiceId ?? '',
    createTime: wire.createTime ?? '',
  }
}

/** PayPal's order in the shop's own words. */
export function orderFromPaypal(wire: WireOrder): PaypalOrder {
  const units = wire.purchaseUnits ?? []
  const [unit] = units
  return {
    id: wire.id ?? '',
    status: wire.status ?? '',
    amount: units.length === 1 ? wholeAmount(unit?.amount?.value) : Number.NaN,
    currency: unit?.amount?.currencyCode ?? '',
    customId: unit?.customId ?? '',
    invoiceId: unit?.invoiceId ?? '',
    captures: units.flatMap((one) => one.payments?.captures ?? []).map(captureFrom),
  }
}

type Call = (orders: OrdersController) => Promise<ApiResponse<WireOrder>>

// A refused token is not renewed by the SDK: the second and last try has a new client.
async function call(what: string, send: Call): Promise<PaypalOrder> {
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

/** Makes PayPal's order for ours; the same key answers with the same order. Throws PaypalProblem. */
export async function createPaypalOrder(order: OrderToCreate, key: string): Promise<PaypalOrder> {
  const body = orderRequest(order)
  return call('create', (orders) =>
    orders.createOrder({ body, paypalRequestId: key, prefer: FULL }),
  )
}

/** What PayPal knows of one of its orders, or nothing when it knows none of that id. Throws PaypalProblem. */
export async function findPaypalOrder(id: string): Promise<PaypalOrder | undefined> {
  try {
    return await call('get', (orders) => orders.getOrder({ id }))
  } catch (error) {
    if (error instanceof PaypalProblem && error.status === 404) return undefined
    throw error
  }
}

/** Takes the money of an approved PayPal order; the same key takes it once. Throws PaypalProblem. */
export async function capturePaypalOrder(id: string, key: string): Promise<PaypalOrder> {
  return call('capture', (orders) =>
    orders.captureOrder({ id, paypalRequestId: key, prefer: FULL }),
  )
}
