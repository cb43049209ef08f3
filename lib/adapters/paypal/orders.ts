import 'server-only'

import { Agent } from 'node:https'
import { connect } from 'node:net'

import {
  CheckoutPaymentIntent,
  OrderApplicationContextShippingPreference,
  OrderApplicationContextUserAction,
  type OrderRequest,
  PaypalExperienceUserAction,
  PaypalWalletContextShippingPreference,
  ApiError,
  ArgumentsValidationError,
  Client,
  Environment,
  type ApiResponse,
  type CapturedPayment,
  type Order as WireOrder,
  OrdersController,
  PaymentsController,
  type Refund as WireRefund,
} from '@paypal/paypal-server-sdk'
import { z } from 'zod'

import { BRAND } from '../../company/company.ts'
import type { Recipient } from '../../delivery/recipient.ts'
import type { Refund, TakenKind } from '../../order/payment/money-back.ts'
import {
  type OrderToPay,
  type ProblemKind,
  ProviderProblem,
  type CaptureToMake,
  type ProviderCapture,
  type ProviderOrder,
  type RefundToMake,
  type UnfinishedRefund,
} from '../../order/payment/provider.ts'
import { defined } from '../../result.ts'
import { settings } from '../../settings/env.ts'
import { parseJson } from '../../text/json-shape.ts'
import { providerNumber, withOwnNumbers } from '../provider-number.ts'

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

const errorBodySchema = z.object({
  name: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string() })).optional(),
})

// Issues of PayPal's Orders API that are no plain refusal of this attempt.
const ISSUES: Readonly<Record<string, ProblemKind>> = {
  ORDER_ALREADY_CAPTURED: 'read-back',
  DUPLICATE_REQUEST_ID: 'read-back',
  ORDER_NOT_APPROVED: 'not-approved',
  DUPLICATE_INVOICE_ID: 'duplicate',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'final',
}

// PayPal's own names of a resource that it does not have; another 404 comes from another address.
const MISSING = new Set(['RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID'])

function kindOf(status: number, issue: string): ProblemKind {
  // After these the request may have been executed.
  if (status >= 500 || [401, 408, 409, 429].includes(status)) return 'unknown'
  if (status === 404) return MISSING.has(issue) ? 'missing' : 'unknown'
  return ISSUES[issue] ?? 'refused'
}

// Why nothing was answered, such as ECONNREFUSED; only the code of an error is free of tokens.
function reasonOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth === 3) return 'Error'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause === undefined ? error.name : reasonOf(error.cause, depth + 1)
}

/**
 * End of the second of PayPal's Date header (RFC 9110), so nothing before its answer is later.
 * Undefined without one.
 */
function answeredAt(headers: Readonly<Record<string, string>>): string | undefined {
  const second = Date.parse(headers.date ?? headers.Date ?? '')
  return Number.isNaN(second) ? undefined : new Date(second + 999).toISOString()
}

/** Any failure of an SDK call as a ProviderProblem; SDK errors themselves carry tokens and must not travel further. */
export function paypalProblem(what: string, error: unknown): ProviderProblem {
  if (!(error instanceof ApiError)) {
    // A request that the SDK refuses was never sent. The SDK's errors are all called 'Error'.
    const isUnsent = error instanceof ArgumentsValidationError
    const issue = isUnsent ? 'ArgumentsValidationError' : reasonOf(error)
    return new ProviderProblem(what, { kind: isUnsent ? 'refused' : 'unknown', issue })
  }
  const body = typeof error.body === 'string' ? parseJson(error.body) : undefined
  const { name, debug_id, details } = errorBodySchema.catch({}).parse(body)
  const issue = details?.[0]?.issue ?? name ?? 'UNKNOWN'
  return new ProviderProblem(what, {
    kind: kindOf(error.statusCode, issue),
    status: error.statusCode,
    issue,
    debugId: debug_id ?? error.headers['paypal-debug-id'],
    at: answeredAt(error.headers),
  })
}

/** Deadline of a PayPal call, in milliseconds. */
export const DEADLINE = 10_000

const NO_TOKEN = { accessToken: '', tokenType: 'Bearer', expiry: BigInt(0) }

/** Connects to the stand-in instead of PayPal, without TLS. */
class StandInAgent extends Agent {
  readonly #address: URL

  constructor(address: string) {
    super({ keepAlive: true })
    this.#address = new URL(address)
  }

  override createConnection() {
    const { hostname, port } = this.#address
    return connect(Number(port), hostname.replaceAll(/[[\]]/g, ''))
  }
}

const ENVIRONMENTS = { live: Environment.Production, sandbox: Environment.Sandbox } as const

function newClient(): Client {
  const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_ENVIRONMENT, PAYPAL_BASE_URL } = settings()
  return new Client({
    ...(PAYPAL_BASE_URL
      ? {
          httpClientOptions: { httpsAgent: new StandInAgent(PAYPAL_BASE_URL) },
          // A proxy in the environment would pass the agent by, and reach PayPal.
          unstable_httpClientOptions: { proxy: false },
        }
      : {}),
    environment: ENVIRONMENTS[PAYPAL_ENVIRONMENT],
    timeout: DEADLINE,
    clientCredentialsAuthCredentials: {
      oAuthClientId: PAYPAL_CLIENT_ID,
      oAuthClientSecret: PAYPAL_CLIENT_SECRET,
      oAuthClockSkew: 60,
      // The SDK's client never recovers from a rejected token request; an empty token gets a 401 instead.
      oAuthTokenProvider: async (last, manager) => {
        try {
          return await manager.updateToken(last)
        } catch {
          return NO_TOKEN
        }
      },
    },
  })
}

let current: Client | undefined

/** The one PayPal client of this process. */
export function paypalClient(): Client {
  current ??= newClient()
  return current
}

/** Forgets the client with its token: the SDK does not renew a token that PayPal refuses. */
export function renewPaypalClient(): void {
  current = undefined
}

/** Asks PayPal for a new token, and rejects when it gives none: neither reachable nor wrong credentials go unseen. */
export async function askPaypal(): Promise<void> {
  const manager = paypalClient().clientCredentialsAuthManager
  try {
    await manager.fetchToken()
  } catch (error) {
    throw paypalProblem('token', error)
  }
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
