import assert from 'node:assert/strict'

import { capturePayment } from '#lib/payment/capture-payment.ts'
import { paymentStatus } from '#lib/payment/payment-status.ts'
import { startPayment } from '#lib/payment/start-payment.ts'
import { isLive } from '../../e2e/support/paypal-control.ts'
import { readOrder } from '../../lib/order/order-store.ts'
import type { Order } from '../../lib/order/order.ts'
import { refundOrder } from '../../lib/owner/refund-order.ts'
import type { Addresses } from '../../local/environment.ts'
import { bothProviders, type Providers, wrongConfirms } from '../faults/providers.ts'
import { newOrder } from './new-order.ts'
import { pressAtOnce, pressUntil } from './press.ts'

const BACK = 500

/** One press of a button of this provider's, and how many times it is sent at once. */
export type Round = { readonly provider: 'paypal' | 'line-pay'; readonly times: number }

async function readStored(id: string): Promise<Order> {
  const order = await readOrder(id)
  assert.ok(order, `${id} is stored`)
  return order
}

async function start(id: string, provider: Round['provider']): Promise<string> {
  const answer = await pressUntil(
    async () => startPayment(await readStored(id), provider),
    ({ ok }) => ok,
  )
  assert.ok(answer.ok)
  return answer.data.reference
}

async function capture(id: string, reference: string, times: number): Promise<void> {
  const press = async () => capturePayment(await readStored(id), reference, 0)
  await pressAtOnce(times, press)
  await pressUntil(press, (order) => paymentStatus(order) === 'paid')
}

async function refund({ id, totalAmount }: Order, times: number): Promise<void> {
  const key = crypto.randomUUID()
  const context = { by: '林店主', at: new Date() }
  const press = () =>
    refundOrder({ orderId: id, amount: BACK, reason: '瑕疵', key, left: totalAmount, context })
  await pressAtOnce(times, press)
  await pressUntil(press, (answer) => answer.ok && answer.data.refund.state === 'done')
}

// Returns the provider's and the shop's state, which must be the same in every round.
async function account(providers: Providers, id: string): Promise<object> {
  const orders = await providers.orders(id)
  const { totalAmount, payment } = await readStored(id)
  const queries = await providers.linePay.requests(id)
  return {
    captures: orders.flatMap(({ captures }) => captures.filter(isLive)).length,
    refunds: orders.flatMap(({ refunds }) => refunds).length,
    recordedBack: payment?.refundedAmount,
    total: totalAmount,
    confirms: queries.filter(({ op }) => op === 'confirm').length,
    refundsAsked: queries.filter(({ op }) => op === 'refund').length,
    wrongConfirms: await wrongConfirms(providers, id),
  }
}

/**
 * Pays an order and refunds a part, each by one press sent many times. Returns the result for
 * `once` to check.
 */
export function rounds(at: Addresses) {
  const providers = bothProviders(at)
  return async ({ provider, times }: Round): Promise<object> => {
    const id = await newOrder()
    const reference = await start(id, provider)
    await providers.approve(reference)
    await capture(id, reference, times)
    await refund(await readStored(id), times)
    return account(providers, id)
  }
}

/** The expected result if money moved once; counts only LINE Pay's calls, since it has no keys. */
export function once({ provider }: Round): object {
  const calls = provider === 'line-pay' ? 1 : 0
  return {
    captures: 1,
    refunds: 1,
    recordedBack: BACK,
    total: 3080,
    confirms: calls,
    refundsAsked: calls,
    wrongConfirms: [],
  }
}
