import 'server-only'

import { X509Certificate, verify } from 'node:crypto'
import { crc32 } from 'node:zlib'

import { z } from 'zod'

import { logFailure } from '../../log/log.ts'
import {
  type ProviderDispute,
  ProviderProblem,
  type ProviderEvent,
  type ProviderMessage,
} from '../../order/payment/provider.ts'
import { defined } from '../../result.ts'
import { settings } from '../../settings/env.ts'
import { readProgress, saveProgress } from '../firestore/database.ts'
import { wholeAmount, DEADLINE, paypalClient, paypalProblem, renewPaypalClient } from './orders.ts'

const amountSchema = z.object({ currency_code: z.string(), value: z.string() })

// PayPal's SDK has no disputes; its interface is Customer Disputes v1.
const disputeSchema = z.object({
  dispute_id: z.string(),
  status: z.string(),
  reason: z.string().default(''),
  dispute_channel: z.string().optional(),
  seller_response_due_date: z.iso.datetime({ offset: true }).optional().catch(undefined),
  dispute_amount: amountSchema.optional(),
  dispute_outcome: z
    .object({ outcome_code: z.string().optional(), amount_refunded: amountSchema.optional() })
    .optional(),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: z.string(), custom: z.string().optional() }))
    .default([]),
})

type WireDispute = z.infer<typeof disputeSchema>

// PayPal's two outcomes that take the seller's money.
const LOST = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])

// PayPal waits for the buyer, or decides itself; in every other open status it is the seller's turn.
const ANSWERED = new Set(['WAITING_FOR_BUYER_RESPONSE', 'UNDER_REVIEW'])

// PayPal does not say how much each of several captures lost.
function amountOf(dispute: WireDispute): number | undefined {
  const { dispute_amount, dispute_outcome, disputed_transactions } = dispute
  const amount = dispute_outcome?.amount_refunded ?? dispute_amount
  const value = amount?.currency_code === 'TWD' ? wholeAmount(amount.value) : Number.NaN
  return disputed_transactions.length === 1 && Number.isInteger(value) ? value : undefined
}

/** A dispute of PayPal's in the shop's own words. */
export function disputeFrom(dispute: WireDispute): ProviderDispute {
  const amount = amountOf(dispute)
  const due = dispute.seller_response_due_date
  const respondBy = due === undefined ? undefined : new Date(due).toISOString()
  const end = LOST.has(dispute.dispute_outcome?.outcome_code ?? '') ? 'lost' : 'won'
  return {
    id: dispute.dispute_id,
    state: dispute.status === 'RESOLVED' ? end : 'open',
    reason: dispute.reason,
    channel: dispute.dispute_channel === 'EXTERNAL' ? 'bank' : 'provider',
    ...defined({ amount, respondBy }),
    ...(ANSWERED.has(dispute.status) ? { isAnswered: true } : {}),
    captures: dispute.disputed_transactions.map((one) => ({
      id: one.seller_transaction_id,
      orderDocument: one.custom,
    })),
  }
}

const API = {
  live: 'https://api-m.paypal.com',
  sandbox: 'https://api-m.sandbox.paypal.com',
} as const

function address(id: string): string {
  const { PAYPAL_BASE_URL, PAYPAL_ENVIRONMENT } = settings()
  return `${PAYPAL_BASE_URL ?? API[PAYPAL_ENVIRONMENT]}/v1/customer/disputes/${encodeURIComponent(id)}`
}

async function ask(id: string): Promise<Response> {
  const { accessToken } = await paypalClient().clientCredentialsAuthManager.fetchToken()
  return fetch(address(id), {
    headers: { authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(DEADLINE),
    cache: 'no-store',
  })
}

/** Returns PayPal's dispute of this id, or undefined. Throws ProviderProblem. */
export async function findPaypalDispute(id: string): Promise<ProviderDispute | undefined> {
  try {
    let response = await ask(id)
    if (response.status === 401) {
      renewPaypalClient()
      response = await ask(id)
    }
    const { status } = response
    if (status === 404) return undefined
    if (!response.ok)
      throw new ProviderProblem('dispute', { kind: 'unknown', status, issue: 'DISPUTE' })
    return disputeFrom(disputeSchema.parse(await response.json()))
  } catch (error) {
    throw error instanceof ProviderProblem ? error : paypalProblem('dispute', error)
  }
}

const HOSTS = {
  live: new Set(['api.paypal.com', 'api-m.paypal.com']),
  sandbox: new Set(['api.sandbox.paypal.com', 'api-m.sandbox.paypal.com']),
} as const
const PATH = /^\/v1\/notifications\/certs\/[\w.-]{1,100}$/
const MAX_BYTES = 64 * 1024
const CERTIFICATE_DEADLINE = 5_000
const KEPT = 10
const AT_ONCE = 3
/** One more is for the address of the last certificate that was right: made-up names never keep PayPal's own waiting. */
const RESERVED = 1
const REMEMBERED = 1_000
// In milliseconds: how long an unknown address, and a failed one, is not fetched again.
const UNKNOWN_FOR = 10 * 60_000
const SILENT_FOR = 10_000

/** PayPal's certificate cannot be had now, so nothing is known about who sent a webhook; PayPal repeats it. */
export class CertificateUnavailable extends Error {
  override readonly name = 'CertificateUnavailable'
}

/** Source of certificates: PayPal's sandbox, production or the stand-in. */
export type CertificateSource = {
  readonly environment: keyof typeof HOSTS
  readonly standIn?: string | undefined
}

/** Whether a certificate may be fetched from this address. */
export function isCertificateAddress(
  address: string,
  { standIn, environment }: CertificateSource,
): boolean {
  const url = URL.parse(address)
  if (!url || !PATH.test(url.pathname) || url.search !== '' || url.username !== '') return false
  if (standIn !== undefined) return url.origin === new URL(standIn).origin
  return url.protocol === 'https:' && HOSTS[environment].has(url.host)
}

// Fetches a certificate; undefined when PayPal says that there is none.
async function fetchCertificate(address: string): Promise<X509Certificate | undefined> {
  const signal = AbortSignal.timeout(CERTIFICATE_DEADLINE)
  const response = await fetch(address, { redirect: 'error', signal, cache: 'no-store' })
  if (response.status === 404 || response.status === 410) return undefined
  if (!response.ok) throw new Error(`PayPal certificate request failed: HTTP ${response.status}`)
  const text = await response.text()
  if (text.length > MAX_BYTES) throw new Error('PayPal certificate is too large')
  return new X509Certificate(text)
}

/** Shared address of the last valid certificate, for new instances. */
export type GoodAddress = {
  readonly read: () => Promise<string | undefined>
  readonly save: (address: string) => Promise<void>
}

type Fetch<Certificate> = (address: string) => Promise<Certificate | undefined>

/**
 * Caches certificates and fetches at most three at once. Undefined if unknown; throws
 * CertificateUnavailable.
 */
export function certificateStore<Certificate>(
  fetchOne: Fetch<Certificate>,
  now: () => number = Date.now,
  memory: GoodAddress = { read: async () => undefined, save: async () => {} },
): Fetch<Certificate> {
  const kept = new Map<string, Certificate>()
  const bad = new Map<string, { readonly until: number; readonly isUnknown: boolean }>()
  let lastGood: string | undefined
  const underWay = new Map<string, Promise<Certificate | undefined>>()

  function remember(address: string, isUnknown: boolean): void {
    if (bad.size >= REMEMBERED) bad.clear()
    bad.set(address, { isUnknown, until: now() + (isUnknown ? UNKNOWN_FOR : SILENT_FOR) })
  }

  async function fetchSafely(address: string): Promise<Certificate | undefined> {
    try {
      const certificate = await fetchOne(address)
      if (certificate === undefined) {
        remember(address, true)
        return undefined
      }
      if (kept.size >= KEPT) kept.clear()
      kept.set(address, certificate)
      if (lastGood !== address) await memory.save(address)
      lastGood = address
      return certificate
    } catch (cause) {
      remember(address, false)
      throw new CertificateUnavailable(cause instanceof Error ? cause.message : '', { cause })
    } finally {
      underWay.delete(address)
    }
  }

  return async (address) => {
    const known = kept.get(address)
    if (known) return known
    const worse = bad.get(address)
    if (worse && now() < worse.until) {
      if (worse.isUnknown) return undefined
      throw new CertificateUnavailable(
        'PayPal certificate request failed recently; not retried yet',
      )
    }
    const answering = underWay.get(address)
    if (answering) return answering
    if (underWay.size >= AT_ONCE) lastGood ??= await memory.read()
    const most = address === lastGood ? AT_ONCE + RESERVED : AT_ONCE
    if (underWay.size >= most)
      throw new CertificateUnavailable('Too many concurrent certificate requests')
    const call = fetchSafely(address)
    underWay.set(address, call)
    return call
  }
}

const TASK = 'paypal-certificate'

// Without the database, the address is kept in this instance only.
const store = certificateStore(fetchCertificate, Date.now, {
  read: () => readProgress(TASK).catch(() => undefined),
  save: (address) => saveProgress(TASK, address).catch(() => {}),
})

/** PayPal's certificate at an address; undefined for an address that is not PayPal's. Throws CertificateUnavailable. */
export async function paypalCertificate(address: string): Promise<X509Certificate | undefined> {
  const { PAYPAL_BASE_URL: standIn, PAYPAL_ENVIRONMENT: environment } = settings()
  return isCertificateAddress(address, { standIn, environment }) ? store(address) : undefined
}

/** Maximum clock distance of a transmission: PayPal retries for three days with the first time. */
const MAX_AGE = 4 * 24 * 60 * 60 * 1000

// 256 bytes, as a key of 2,048 bits signs.
const SIGNATURE = /^[\w+/]{342}==$/
const TRANSMISSION_ID = /^[\w-]{1,100}$/

/** The text that PayPal signs: transmission id, time, webhook id and the body's checksum. */
export function signedMessage(
  headers: Headers,
  webhookId: string,
  body: Uint8Array<ArrayBuffer>,
): string {
  const id = headers.get('paypal-transmission-id') ?? ''
  const time = headers.get('paypal-transmission-time') ?? ''
  return [id, time, webhookId, crc32(body)].join('|')
}

function isRecent(time: string | null, now: Date): boolean {
  const age = now.getTime() - Date.parse(time ?? '')
  return Math.abs(age) <= MAX_AGE
}

// Whether the headers are those of a webhook at all; nothing is fetched for others.
function isSigned(headers: Headers): boolean {
  return (
    headers.get('paypal-auth-algo') === 'SHA256withRSA' &&
    TRANSMISSION_ID.test(headers.get('paypal-transmission-id') ?? '') &&
    SIGNATURE.test(headers.get('paypal-transmission-sig') ?? '')
  )
}

/** Whether these bytes were sent by PayPal to our webhook; checked here, without asking PayPal. Throws CertificateUnavailable. */
export async function isFromPaypal(
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<boolean> {
  if (!isSigned(headers)) return false
  if (!isRecent(headers.get('paypal-transmission-time'), now)) return false
  const certificate = await paypalCertificate(headers.get('paypal-cert-url') ?? '')
  const isCurrent =
    certificate && certificate.validFromDate <= now && now <= certificate.validToDate
  if (!isCurrent) return false
  const message = Buffer.from(signedMessage(headers, settings().PAYPAL_WEBHOOK_ID, body))
  const signature = Buffer.from(headers.get('paypal-transmission-sig') ?? '', 'base64')
  return verify('sha256', message, certificate.publicKey, signature)
}

const unitSchema = z.object({ custom_id: z.string().optional() })

const eventSchema = z.object({
  id: z
    .string()
    .max(100)
    .regex(/^[\w-]+$/),
  event_type: z.string().max(100),
  create_time: z.iso.datetime({ offset: true }).optional(),
  resource: z.object({
    id: z.string().optional(),
    dispute_id: z.string().optional(),
    custom_id: z.string().optional(),
    purchase_units: z.array(unitSchema).optional(),
    order_id: z.string().optional(),
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
      .optional(),
    links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
  }),
})

const PAYPAL_ID = /^[A-Z0-9]{1,36}$/
const DISPUTE_ID = /^[\w-]{1,64}$/

function idOr(pattern: RegExp, id: string | undefined): string | undefined {
  return id !== undefined && pattern.test(id) ? id : undefined
}

/** The event in a body of bytes as hints where to ask, or nothing when it is none (developer.paypal.com, Webhook events). */
export function parsePaypalEvent(body: Uint8Array): ProviderEvent | undefined {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
  const event = eventSchema.safeParse(value).data
  if (!event) return undefined
  const { event_type: type, create_time: at, resource } = event
  const isDispute = type.startsWith('CUSTOMER.DISPUTE.')
  const isApproval = type === 'CHECKOUT.ORDER.APPROVED' && at !== undefined
  const unit = resource.purchase_units?.[0]
  const order = type.startsWith('CHECKOUT.ORDER.')
    ? resource.id
    : (resource.supplementary_data?.related_ids?.order_id ?? resource.order_id)
  // A refund or reversal names its capture only by its link upwards.
  const up = resource.links?.find(({ rel, href }) => rel === 'up' && href.includes('/captures/'))
  return {
    provider: 'paypal',
    id: event.id,
    type,
    reference: isDispute ? undefined : idOr(PAYPAL_ID, order),
    orderDocument: resource.custom_id ?? unit?.custom_id,
    captureId: isDispute ? undefined : idOr(PAYPAL_ID, up?.href.split('/').at(-1)),
    disputeId: isDispute ? idOr(DISPUTE_ID, resource.dispute_id ?? resource.id) : undefined,
    approvedAt: isApproval ? new Date(at).toISOString() : undefined,
  }
}

const REPORT_EVERY = 60_000
let reportedAt = 0

/** Verifies and parses a webhook's raw bytes. Returns why not, if invalid. */
export async function readPaypalMessage(
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<ProviderMessage> {
  try {
    if (!(await isFromPaypal(headers, body, now))) return 'forged'
  } catch (error) {
    if (!(error instanceof CertificateUnavailable)) throw error
    // Anybody can name a missing certificate, so it is logged at most once a minute.
    if (error.cause !== undefined && now.getTime() - reportedAt > REPORT_EVERY) {
      reportedAt = now.getTime()
      logFailure('webhook', error)
    }
    return 'unverified'
  }
  return parsePaypalEvent(body) ?? 'malformed'
}
