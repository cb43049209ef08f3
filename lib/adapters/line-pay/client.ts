import 'server-only'

import { createHmac, randomUUID } from 'node:crypto'

import { z } from 'zod'

import { providerNumber, withOwnNumbers } from '#lib/adapters/provider-number.ts'
import { BRAND } from '#lib/company/company.ts'
import { log } from '#lib/log/log.ts'
import {
  type CaptureToMake,
  type CreatedOrder,
  type OrderToPay,
  type ProblemKind,
  type ProviderOrder,
  ProviderProblem,
  type RefundToMake,
} from '#lib/payment/provider.ts'
import { defined } from '#lib/result.ts'
import { settings } from '#lib/settings/env.ts'
import { parseJson } from '#lib/text/json-shape.ts'
import { webAddress } from '#lib/text/text-schemas.ts'
import { idSchema, ordersFromLinePay } from './payment-record.ts'

/** Calls to LINE Pay. */
export type LinePayCallName = 'request' | 'check' | 'confirm' | 'details' | 'refund'

// "Not there" (LINE Pay, result codes): also what ids of the sandbox are for the live host.
const MISSING = ['1150', '1155', '1159']

// The buyer's account, card or limits: this request is at its end, another one may do better.
const BUYERS = ['1101', '1102', '1110', '1141', '1142', '1170', '1298', '2024'].concat(
  Array.from({ length: 17 }, (_, number) => String(1280 + number)),
)

// Ours: host and channel, signature, amount and currency, parameters.
const OURS = '1104 1105 1106 1124 1153 1178 2101 2102 2103'.split(' ')

// The amount lies below or above what this shop may take (LINE Pay, result codes): nothing was taken.
const LIMITS = ['1183', '1184']

type Codes = Readonly<Record<string, ProblemKind>>

const all = (codes: readonly string[], kind: ProblemKind): Codes =>
  Object.fromEntries(codes.map((code) => [code, kind]))

/**
 * Maps codes to problems by call; others leave the outcome unknown. A confirmation trusts only
 * refusals and limits.
 */
const KINDS: Readonly<Record<LinePayCallName, Codes>> = {
  // A request moves no money, so every refusal is final.
  request: all([...BUYERS, ...OURS, ...LIMITS, '1172', '1177'], 'refused'),
  check: all(MISSING, 'missing'),
  confirm: {
    ...all([...BUYERS, ...LIMITS], 'final'),
    ...all(MISSING, 'missing'),
    ...all(['1152', '1169', '1172'], 'read-back'),
  },
  details: all(MISSING, 'missing'),
  refund: all([...MISSING, ...OURS, ...LIMITS, '1115', '1163', '1164', '1165'], 'refused'),
}

/** A code of LINE Pay's that is no success, as a ProviderProblem; its message may name the buyer and is left out. */
export function linePayProblem(request: LinePayCallName, code: string): ProviderProblem {
  const kind = KINDS[request][code] ?? 'unknown'
  const issue = `LINE_PAY_${code.slice(0, 8)}`
  return new ProviderProblem(request, { kind, status: 200, issue })
}

/** A call of LINE Pay's Online API v4: `query` without its question mark, `within` in milliseconds. */
export type LinePayCall = {
  readonly what: string
  readonly path: string
  readonly query?: string
  readonly body?: unknown
  readonly within: number
}

/** LINE Pay's answer: always HTTP 200, with a code of four digits; `info` only where it is 0000. */
export type LinePayAnswer = { readonly code: string; readonly info: unknown }

const LIVE = 'https://api-pay.line.me'

const answerSchema = z
  .object({
    returnCode: z.string().optional(),
    /** The name of the code in some older errors. */
    resultCode: z.string().optional(),
    info: z.unknown().optional(),
  })
  .transform(({ returnCode, resultCode, info }) => ({ code: returnCode ?? resultCode, info }))

/** Quotes whole numbers of 16 digits or more: JSON.parse would round LINE Pay's 19-digit ids. */
export function withIdsAsText(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (found) =>
    found.startsWith('"') ? found : `"${found}"`,
  )
}

/** The signature of a call: HMAC-SHA256 by the secret over secret, path, the exact body or query, and nonce. */
export function signature(
  secret: string,
  { path, sent, nonce }: { readonly path: string; readonly sent: string; readonly nonce: string },
): string {
  return createHmac('sha256', secret).update(`${secret}${path}${sent}${nonce}`).digest('base64')
}

/** A call whose outcome is not known: LINE Pay may have carried it out all the same. */
export function noAnswerProblem(what: string, issue: string, status?: number): ProviderProblem {
  return new ProviderProblem(what, { kind: 'unknown', status, issue })
}

function account(what: string) {
  const { LINE_PAY_CHANNEL_ID, LINE_PAY_CHANNEL_SECRET, LINE_PAY_API_BASE = LIVE } = settings()
  // A payment may outlive its settings; until they return, it can't be queried.
  if (LINE_PAY_CHANNEL_ID === undefined || LINE_PAY_CHANNEL_SECRET === undefined) {
    throw noAnswerProblem(what, 'NOT_SET')
  }
  return { id: LINE_PAY_CHANNEL_ID, secret: LINE_PAY_CHANNEL_SECRET, base: LINE_PAY_API_BASE }
}

async function send({ what, path, query, body, within }: LinePayCall): Promise<Response> {
  const { id, secret, base } = account(what)
  const nonce = randomUUID()
  // Written once: what is signed is what is sent.
  const text = body === undefined ? undefined : JSON.stringify(body)
  const sent = text ?? query ?? ''
  return fetch(`${base.replace(/\/$/, '')}${path}${query === undefined ? '' : `?${query}`}`, {
    method: text === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      'x-line-channelid': id,
      'x-line-authorization-nonce': nonce,
      'x-line-authorization': signature(secret, { path, sent, nonce }),
    },
    ...defined({ body: text }),
    signal: AbortSignal.timeout(within),
    cache: 'no-store',
    redirect: 'error',
  })
}

/**
 * Calls LINE Pay and returns the code with its data. Throws ProviderProblem `unknown` for any other
 * response.
 */
export async function callLinePay(call: LinePayCall): Promise<LinePayAnswer> {
  const { what } = call
  let response: Response
  let text: string
  try {
    response = await send(call)
    text = await response.text()
  } catch (error) {
    if (error instanceof ProviderProblem) throw error
    throw noAnswerProblem(what, error instanceof Error ? error.name : 'Error')
  }
  if (response.status !== 200) throw noAnswerProblem(what, 'HTTP', response.status)
  const { code, info } = answerSchema.safeParse(parseJson(withIdsAsText(text))).data ?? {}
  if (code === undefined) throw noAnswerProblem(what, 'MALFORMED', response.status)
  return { code, info }
}

/** Whether LINE Pay's page of approval is at this address: its own host, or on a laptop any port of the stand-in's machine. */
export function isApprovalPage(
  address: string,
  base = new URL(settings().LINE_PAY_API_BASE ?? LIVE),
): boolean {
  const url = URL.parse(address)
  if (base.protocol === 'http:') return url?.hostname === base.hostname
  return url?.origin === base.origin.replace('api-pay.', 'web-pay.')
}

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

/** The number of an attempt, for LINE Pay takes each one once; it has it behind this installation's prefix. */
export function linePayNumber(orderNumber: string, attempt: number): string {
  return `${orderNumber}-${attempt}`
}

/**
 * Creates a payment request (Online API v4), which moves no money. One line, since discounts may
 * not be lines. Throws ProviderProblem.
 */
export async function createLinePayRequest(order: OrderToPay): Promise<CreatedOrder> {
  const { orderNumber, attempt, totalAmount: amount, units, returnUrl, cancelUrl } = order
  const name = `${BRAND} T 恤 ${units} 件（含運費）`
  const body = {
    amount,
    currency: 'TWD',
    orderId: providerNumber(linePayNumber(orderNumber, attempt)),
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

async function readDetails(names: readonly string[], by: 'transactionId' | 'orderId') {
  const query = names.map((name) => `${by}=${encodeURIComponent(name)}`).join('&')
  try {
    const info = await infoOf('details', { path: '/v4/payments', query }, z.unknown())
    const read = ordersFromLinePay(info)
    if (!read) throw noAnswerProblem('details', 'MALFORMED', 200)
    return { ...read, orders: read.orders.map((order) => withOwnNumbers(order)) }
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
  const { orders, unreadable } = await readDetails(references.slice(0, AT_ONCE), 'transactionId')
  for (const record of unreadable) log('line-pay-unreadable', record, 'WARNING')
  return orders
}

/** The same by the numbers of their attempts. Throws ProviderProblem. */
export async function findLinePayNumbers(
  numbers: readonly string[],
): Promise<readonly ProviderOrder[]> {
  const references = numbers.slice(0, AT_ONCE).map((number) => providerNumber(number))
  const { orders, unreadable } = await readDetails(references, 'orderId')
  for (const record of unreadable) log('line-pay-unreadable', record, 'WARNING')
  return orders
}

/** A number that no attempt has: LINE Pay answers that it knows none. */
const NO_NUMBER = 'OT0000000000L00'

/** Whether LINE Pay answers to the shop's keys; changes nothing. Throws ProviderProblem. */
export async function probeLinePay(): Promise<void> {
  await readDetails([NO_NUMBER], 'orderId')
}

async function readConfirmed(reference: string): Promise<ProviderOrder | undefined> {
  const { orders, unreadable } = await readDetails([reference], 'transactionId')
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
