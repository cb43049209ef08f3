import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Desk } from './desk.ts'
import { PayPalError } from './errors.ts'
import { answer, header, type Call, type Reply } from './http.ts'

/** A remembered value, made at first need. */
export function remembered(desk: Desk, name: string, make: () => string): string {
  const known = desk.store.meta.get(name)
  if (known !== undefined) return known.value
  const value = make()
  desk.store.commit([desk.store.meta.put({ id: name, value })])
  return value
}

function isSame(some: string, other: string): boolean {
  const [left, right] = [Buffer.from(some), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function seal(desk: Desk, content: string): string {
  const secret = remembered(desk, 'tokenSecret', () => randomBytes(32).toString('hex'))
  return createHmac('sha256', secret).update(content).digest('base64url')
}

/** POST /v1/oauth2/token: client id and secret by basic authentication, a bearer token back. */
export function issueToken(desk: Desk, call: Call): Reply {
  const { clientId, clientSecret, tokenSeconds } = desk.settings
  const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  if (!isSame(header(call, 'authorization') ?? '', expected)) {
    return answer(401, {
      error: 'invalid_client',
      error_description: 'Client Authentication failed',
    })
  }
  if (new URLSearchParams(call.body).get('grant_type') !== 'client_credentials') {
    return answer(400, { error: 'unsupported_grant_type', error_description: 'Grant Type is NULL' })
  }
  const issued = Date.now()
  const content = `${issued}.${issued + tokenSeconds * 1000}.${randomBytes(6).toString('hex')}`
  return answer(200, {
    scope:
      'https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/reporting/search/read',
    access_token: `A21AA.${content}.${seal(desk, content)}`,
    token_type: 'Bearer',
    app_id: 'APP-LOCALSTANDIN',
    expires_in: tokenSeconds,
    nonce: `${new Date(issued).toISOString()}${randomBytes(16).toString('base64url')}`,
  })
}

function isValid(desk: Desk, token: string): boolean {
  const [prefix, issued = '', until = '', nonce = '', mark = ''] = token.split('.')
  if (prefix !== 'A21AA' || !isSame(mark, seal(desk, `${issued}.${until}.${nonce}`))) return false
  const revoked = Number(desk.store.meta.get('tokensRevokedAt')?.value ?? '0')
  return Number(until) > Date.now() && Number(issued) > revoked
}

/** Refuses a call without a token of ours that is still good. */
export function requireToken(desk: Desk, call: Call): void {
  const [scheme, token = ''] = (header(call, 'authorization') ?? '').split(' ')
  if (scheme !== 'Bearer' || !isValid(desk, token)) throw new PayPalError(401)
}

/** Makes every token issued until now worthless. */
export function revokeTokens(desk: Desk): void {
  desk.store.commit([desk.store.meta.put({ id: 'tokensRevokedAt', value: String(Date.now()) })])
}
