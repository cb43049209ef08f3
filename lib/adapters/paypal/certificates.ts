import 'server-only'

import { X509Certificate } from 'node:crypto'

import { readProgress, saveProgress } from '#lib/adapters/firestore/database.ts'
import { settings } from '#lib/settings/env.ts'

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

const UNANSWERED_FOR = 10_000

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

// Fetches a certificate, or undefined when PayPal says that there is none.
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
    bad.set(address, { isUnknown, until: now() + (isUnknown ? UNKNOWN_FOR : UNANSWERED_FOR) })
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
    const max = address === lastGood ? AT_ONCE + RESERVED : AT_ONCE
    if (underWay.size >= max)
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

/** PayPal's certificate at an address, or undefined for an address that is not PayPal's. Throws CertificateUnavailable. */
export async function paypalCertificate(address: string): Promise<X509Certificate | undefined> {
  const { PAYPAL_BASE_URL: standIn, PAYPAL_ENVIRONMENT: environment } = settings()
  return isCertificateAddress(address, { standIn, environment }) ? store(address) : undefined
}
