import 'server-only'

import type { Client } from '@paypal/paypal-server-sdk'
import {
  type ApiResponse,
  type CapturedPayment,
  CheckoutPaymentIntent,
  type Order as WireOrder,
  OrderApplicationContextShippingPreference,
  OrderApplicationContextUserAction,
  type OrderRequest,
  OrdersController,
  PaymentsController,
  PaypalExperienceUserAction,
  PaypalWalletContextShippingPreference,
  type Refund as WireRefund,
} from '@paypal/paypal-server-sdk'

import { providerNumber, withOwnNumbers } from '#lib/adapters/provider-number.ts'
import { BRAND } from '#lib/company/company.ts'
import type { Recipient } from '#lib/delivery/recipient.ts'
import {
  type CaptureToMake,
  type OrderToPay,
  type ProviderCapture,
  type ProviderOrder,
  ProviderProblem,
  type RefundToMake,
  type UnfinishedRefund,
} from '#lib/payment/provider.ts'
import type { Refund, TakenKind } from '#lib/payment/refund/refund-record.ts'
import { defined } from '#lib/result.ts'
import { paypalClient, paypalProblem, renewPaypalClient } from './client.ts'

const LANGUAGE = 'zh-TW'

// PayPal refuses empty strings, so what the recipient did not give is left out.
function optionalEntry<Name extends string>(
  name: Name,
  value: string,
): Partial<Record<Name, string>> {
  const entry: Partial<Record<Name, string>> = {}
  if (value !== '') entry[name] = value
  return entry
}

// PayPal's pattern (developer.paypal.com, Orders v2, email); another address is left out, so that it blocks no payment.
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[A-Za-z0-9-]+\.)+[A-Za-z0-9-]+$/

function payer({ email, firstName, lastName, ...rest }: Recipient) {
  const address = {
    ...optionalEntry('addressLine1', rest.address),
    ...optionalEntry('adminArea2', rest.area),
    ...optionalEntry('adminArea1', rest.city),
    ...optionalEntry('postalCode', rest.zipcode),
  }
  return {
    ...optionalEntry('emailAddress', EMAIL.test(email) ? email : ''),
    name: { ...optionalEntry('givenName', firstName), ...optionalEntry('surname', lastName) },
    ...(rest.address === '' ? {} : { address: { ...address, countryCode: 'TW' } }),
  }
}

/**
 * The body of PayPal's create call (developer.paypal.com, Orders v2): one unit, TWD without decimals, no
 * shipping. `invoiceId` is the number under which PayPal has the order, once per account.
 */
export function orderRequest(order: OrderToPay, invoiceId = order.orderNumber): OrderRequest {
  const { recipient, returnUrl, cancelUrl } = order
  const unit = {
    referenceId: 'default',
    description: `OURTEE ${order.orderNumber}`,
    customId: order.id,
    amount: { currencyCode: 'TWD', value: String(order.totalAmount) },
    invoiceId,
  }
  const common = { intent: CheckoutPaymentIntent.Capture, purchaseUnits: [unit] }
  switch (order.method) {
    case 'paypal':
      return {
        ...common,
        paymentSource: {
          paypal: {
            ...payer(recipient),
            experienceContext: {
              brandName: BRAND,
              locale: LANGUAGE,
              shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
              userAction: PaypalExperienceUserAction.PayNow,
              returnUrl,
              cancelUrl,
            },
          },
        },
      }
    default:
      // Deprecated fields, but the only ones for a guest's card; confirm in PayPal's sandbox before the first sale.
      return {
        ...common,
        payer: payer(recipient),
        applicationContext: {
          brandName: BRAND,
          locale: LANGUAGE,
          shippingPreference: OrderApplicationContextShippingPreference.NoShipping,
          userAction: OrderApplicationContextUserAction.PayNow,
          returnUrl,
          cancelUrl,
        },
      }
  }
}

/** A stretch of time, in milliseconds. */
export type DateRange = { readonly from: number; readonly until: number }

/** Reads one page of a range and its total; undefined if the range has too many. */
type ReadPage<Item> = (
  stretch: DateRange,
  page: number,
) => Promise<{ readonly items: readonly Item[]; readonly pages: number } | undefined>

/** A range has too many items even at its shortest. */
export class StretchTooFull extends Error {
  override readonly name = 'StretchTooFull'
}

/** PayPal's times are in seconds. */
const SHORTEST = 2000

/** Reads all pages of a range, halving it while it has too many. Throws StretchTooFull. */
export async function readWhole<Item>(
  stretch: DateRange,
  readPage: ReadPage<Item>,
): Promise<readonly Item[]> {
  const { from, until } = stretch
  const all: Item[] = []
  for (let number = 1; ; number += 1) {
    const found = await readPage(stretch, number)
    if (!found) break
    all.push(...found.items)
    if (number >= found.pages) return all
  }
  if (until - from < SHORTEST) throw new StretchTooFull(new Date(from).toISOString())
  const middle = Math.floor((from + until) / 2)
  const first = await readWhole({ from, until: middle }, readPage)
  return [...first, ...(await readWhole({ from: middle, until }, readPage))]
}

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

function captureFrom(wire: CapturedPayment): ProviderCapture {
  const status: string = wire.status ?? ''
  const reason = wire.statusDetails?.reason ?? (status === 'FAILED' ? status : undefined)
  const isBack = status === 'REFUNDED' || status === 'PARTIALLY_REFUNDED'
  const takenBack = isBack && reason !== undefined ? TAKEN_BACK[reason] : undefined
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
  const refunds = units.flatMap((purchaseUnit) => purchaseUnit.payments?.refunds ?? [])
  return {
    id: wire.id ?? '',
    status: orderStatus(wire.status),
    amount: units.length === 1 ? wholeAmount(unit?.amount?.value) : Number.NaN,
    currency: unit?.amount?.currencyCode ?? '',
    customId: unit?.customId ?? '',
    invoiceId: unit?.invoiceId ?? '',
    captures: units
      .flatMap((purchaseUnit) => purchaseUnit.payments?.captures ?? [])
      .map(captureFrom),
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
  const wire = await call(what, (client) => send(new OrdersController(client)))
  return withOwnNumbers(orderFromPaypal(wire))
}

/** Makes PayPal's order for ours; the same key answers with the same order. Throws ProviderProblem. */
export async function createPaypalOrder(order: OrderToPay, key: string): Promise<ProviderOrder> {
  const body = orderRequest(order, providerNumber(order.orderNumber))
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
    invoiceId: providerNumber(invoiceId),
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
