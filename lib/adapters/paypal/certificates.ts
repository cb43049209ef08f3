import 'server-only'

import { X509Certificate } from 'node:crypto'

import { settings } from '../../env.ts'

const HOSTS = new Set([
  'api.paypal.com',
  'api-m.paypal.com',
  'api.sandbox.paypal.com',
  'api-m.sandbox.paypal.com',
])
const PATH = /^\/v1\/notifications\/certs\/[\w.-]+$/
const MAX_BYTES = 64 * 1024
const DEADLINE = 5_000
const KEPT = 10

/** Whether a certificate may be fetched from this address: PayPal's own, or the stand-in's where one is set. */
export function isCertificateAddress(address: string, standIn: string | undefined): boolean {
  const url = URL.parse(address)
  if (!url || !PATH.test(url.pathname) || url.search !== '' || url.username !== '') return false
  if (standIn !== undefined) return url.origin === new URL(standIn).origin
  return url.protocol === 'https:' && HOSTS.has(url.host)
}

async function fetchCertificate(address: string): Promise<X509Certificate> {
  const signal = AbortSignal.timeout(DEADLINE)
  const response = await fetch(address, { redirect: 'error', signal, cache: 'no-store' })
  if (!response.ok) throw new Error(`The certificate at PayPal answered ${response.status}`)
  const text = await response.text()
  if (text.length > MAX_BYTES) throw new Error('The certificate at PayPal is too large')
  return new X509Certificate(text)
}

const kept = new Map<string, X509Certificate>()

/** PayPal's certificate at an address, fetched once; nothing for an address that is not PayPal's. Throws when it can't be fetched. */
export async function paypalCertificate(address: string): Promise<X509Certificate | undefined> {
  if (!isCertificateAddress(address, settings().PAYPAL_BASE_URL)) return undefined
  const known = kept.get(address)
  if (known) return known
  const certificate = await fetchCertificate(address)
  if (kept.size >= KEPT) kept.clear()
  kept.set(address, certificate)
  return certificate
}
