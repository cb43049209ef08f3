import {
  createHash,
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  X509Certificate,
} from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import forge from 'node-forge'

import { answer, type Call, header, type Reply } from '../stand-in/http.ts'
import { PayPalError } from './errors.ts'
import type { Settings, Store } from './store.ts'

type App = { settings: Settings; store: Store }

const tokenSeconds = 32_400
const scopes = ['services/payments/payment', 'services/reporting/search/read']

function newSecret({ store }: App): string {
  return store.meta.put({ id: 'tokenSecret', value: randomBytes(32).toString('hex') }).value
}

function sign(paypal: App, content: string): string {
  const secret = paypal.store.meta.get('tokenSecret')?.value ?? newSecret(paypal)
  return createHmac('sha256', secret).update(content).digest('base64url')
}

function secretsOf({ settings, store }: App): readonly string[] {
  return store.meta.get('secrets')?.value.split(' ') ?? [settings['client-secret']]
}

/** Gives the app one secret, or two: App's dashboard lets an app have a second one while the first is replaced. */
export function setSecrets({ store }: App, secrets: readonly string[]): void {
  store.meta.put({ id: 'secrets', value: secrets.join(' ') })
}

/** POST /v1/oauth2/token: a bearer token for client id and a secret of it by basic authentication. */
export function issueToken(paypal: App, call: Call): Reply {
  const expected = secretsOf(paypal).map(
    (secret) =>
      `Basic ${Buffer.from(`${paypal.settings['client-id']}:${secret}`).toString('base64')}`,
  )
  if (!expected.includes(header(call, 'authorization') ?? ''))
    return answer(401, {
      error: 'invalid_client',
      error_description: 'Client Authentication failed',
    })
  if (new URLSearchParams(call.body).get('grant_type') !== 'client_credentials')
    return answer(400, { error: 'unsupported_grant_type', error_description: 'Grant Type is NULL' })
  const content = `${Date.now() + tokenSeconds * 1000}.${randomBytes(6).toString('hex')}`
  return answer(200, {
    scope: scopes.map((scope) => `https://uri.paypal.com/${scope}`).join(' '),
    access_token: `A21AA.${content}.${sign(paypal, content)}`,
    token_type: 'Bearer',
    app_id: 'APP-LOCALSTANDIN',
    expires_in: tokenSeconds,
    nonce: randomBytes(16).toString('base64url'),
  })
}

/** Throws 401 for a call without a valid token. */
export function requireToken(paypal: App, call: Call): void {
  const found = /^Bearer A21AA\.((\d+)\.\w+)\.([\w-]+)$/.exec(header(call, 'authorization') ?? '')
  const [, content = '', until = '0', signature] = found ?? []
  if (Number(until) < Date.now() || signature !== sign(paypal, content)) throw new PayPalError(401)
}

/** Makes every token issued until now invalid. */
export function revokeTokens(paypal: App): void {
  newSecret(paypal)
}

/** Key and certificate of the webhook signatures. */
export type SigningCertificate = { id: string; pem: string; privateKey: KeyObject }

/** A new key and its self-signed certificate, as PEM. Valid for ten years. */
function makeCertificate(): string {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  certificate.serialNumber = `4f${randomBytes(15).toString('hex')}`
  // A day of grace for a receiver whose clock is behind.
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000)
  certificate.validity.notAfter = new Date(Date.now() + 3650 * 86_400_000)
  const name = [{ name: 'commonName', value: 'PayPal stand-in, webhook signatures' }]
  certificate.setSubject(name)
  certificate.setIssuer(name)
  certificate.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create())
  return `${forge.pki.certificateToPem(certificate).replaceAll('\r', '')}${privateKey}`
}

/** The signing key and certificate of a folder, made at the first start and kept. */
export function openCertificate(directory: string): SigningCertificate {
  const path = join(directory, 'webhook-certificate.pem')
  if (!existsSync(path)) {
    writeFileSync(`${path}.new`, makeCertificate(), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
  const stored = readFileSync(path, 'utf8')
  const pem = new X509Certificate(stored).toString()
  const hex = createHash('sha256').update(pem).digest('hex')
  const id = `CERT-${hex.slice(0, 8)}-${hex.slice(8, 16)}-${hex.slice(16, 24)}`
  return { id, pem, privateKey: createPrivateKey(stored) }
}
