import { settleInvoices } from '#lib/invoice/sweep-invoices.ts'
import { cancelOrder } from '#lib/order/cancel-order.ts'
import { readOrder } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { placeOrder } from '#lib/order/place-order.ts'
import { followParcels, receivePush } from '#lib/parcel/track-parcels.ts'
import { capturePayment, refreshPayment } from '#lib/payment/capture-payment.ts'
import type { PaymentMethod } from '#lib/payment/methods.ts'
import type { PaymentStatus } from '#lib/payment/payment-headline.ts'
import { paymentAnswer } from '#lib/payment/payment-status.ts'
import type { ProviderEvent } from '#lib/payment/provider.ts'
import { settleEvent } from '#lib/payment/receive-webhook.ts'
import { startPayment } from '#lib/payment/start-payment.ts'
import { sweepPayments } from '#lib/payment/sweep-payments.ts'
import { catalogue, confirmation, RIVAL, rivalOrder } from './checkout.ts'

/** A process's answer to its shopper. */
export type ProgramAnswer = {
  readonly order?: string
  readonly status?: PaymentStatus
  readonly window?: { readonly reference: string; readonly refusals: number }
  readonly refusals?: number
}

async function withOrder(
  id: string,
  use: (order: Order) => Promise<ProgramAnswer>,
): Promise<ProgramAnswer> {
  const order = await readOrder(id)
  return order ? use(order) : {}
}

const STATUSES: ReadonlySet<string> = new Set([
  'confirming',
  'pending',
  'paid',
  'review',
  'partly-refunded',
  'refunded',
  'taken-back',
  'disputed',
  'cancelled',
])

function isStatus(code: string): code is PaymentStatus {
  return STATUSES.has(code)
}

/** The actions, webhooks and sweeps of the shop, as the outside calls them. */
export const PROGRAMS = {
  start: (id: string, method: PaymentMethod) =>
    withOrder(id, async (order) => {
      const answer = await startPayment(order, method)
      if (answer.ok) return { order: id, window: answer.data }
      return isStatus(answer.code) ? { order: id, status: answer.code } : {}
    }),
  capture: (id: string, reference: string, refusals: number) =>
    withOrder(id, async (order) => {
      const after = await capturePayment(order, reference, refusals)
      return { order: id, ...paymentAnswer(after, reference) }
    }),
  refresh: (id: string) =>
    withOrder(id, async (order) => {
      const { unanswered, ...answer } = await refreshPayment(order)
      // Of what a provider does not tell, the shopper is told nothing.
      return unanswered === undefined ? { order: id, ...answer } : { order: id }
    }),
  cancel: (id: string) =>
    withOrder(id, async (order) => {
      const answer = await cancelOrder(order, 'by-member', { now: new Date(), by: 'member' })
      return answer.ok ? { order: id, ...paymentAnswer(answer.data) } : {}
    }),
  confirm: async (): Promise<ProgramAnswer> => {
    await placeOrder(confirmation(), { ...catalogue(), now: new Date() })
    return {}
  },
  rival: async (): Promise<ProgramAnswer> => {
    await placeOrder(rivalOrder(), { ...catalogue(), account: RIVAL, now: new Date() })
    return {}
  },
  webhook: async (event: ProviderEvent): Promise<ProgramAnswer> => {
    await settleEvent(event)
    return {}
  },
  sweep: async (): Promise<ProgramAnswer> => {
    await sweepPayments(new Date())
    return {}
  },
  parcelSweep: async (): Promise<ProgramAnswer> => {
    await followParcels(new Date())
    return {}
  },
  invoiceSweep: async (): Promise<ProgramAnswer> => {
    await settleInvoices(new Date())
    return {}
  },
  push: async (number: string): Promise<ProgramAnswer> => {
    await receivePush(number, new Date())
    return {}
  },
}
