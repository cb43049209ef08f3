import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'

import { StandInProcess } from '../stand-in/stand-in-process.fixture.ts'

export const SECRET = 'demo-line-pay-secret'
export const CHANNEL = '1234567890'

/** An answer: its code, its info with ids as text, and what was sent. */
export type StandInAnswer = {
  code: string
  info: Record<string, unknown>
  text: string
  status: number
}

/** The signature of a call as the shop makes it; `sent` is the body, or the query without its question mark. */
export function signature(path: string, sent: string, nonce: string, secret = SECRET): string {
  return createHmac('sha256', secret).update(`${secret}${path}${sent}${nonce}`).digest('base64')
}

/** The headers of a signed call. */
export function signedHeaders(path: string, sent: string): Record<string, string> {
  const nonce = randomUUID()
  return {
    'content-type': 'application/json',
    'x-line-channelid': CHANNEL,
    'x-line-authorization-nonce': nonce,
    'x-line-authorization': signature(path, sent, nonce),
  }
}

/** The body of a request call that LINE Pay takes. */
export function requestOf(orderId: string, amount = 3080) {
  const products = [{ name: 'T 恤 2 件（含運費）', quantity: 1, price: amount }]
  return {
    amount,
    currency: 'TWD',
    orderId,
    packages: [{ id: '1', amount, products }],
    redirectUrls: {
      confirmUrl: `http://127.0.0.1:1/checkout/line-pay/id-of-${orderId}`,
      cancelUrl: `http://127.0.0.1:1/checkout/line-pay/id-of-${orderId}?cancelled=1`,
    },
    options: { display: { locale: 'zh_TW' } },
  }
}

// A bare number of 19 digits is text before anything reads it as a double.
function readText(text: string): { returnCode?: string; info?: Record<string, unknown> } {
  return text.startsWith('{') ? JSON.parse(text.replaceAll(/:(\d{16,})/g, ':"$1"')) : {}
}

/** The stand-in as its own process, with the calls that tests make. */
export class StandIn extends StandInProcess {
  constructor(...flags: readonly string[]) {
    super('line-pay', flags)
  }

  /** A call with these headers, by default signed ones. */
  async post(
    path: string,
    body: object | string,
    headers?: Record<string, string>,
  ): Promise<StandInAnswer> {
    const sent = typeof body === 'string' ? body : JSON.stringify(body)
    return this.send('POST', path, { headers: headers ?? signedHeaders(path, sent), body: sent })
  }

  async get(path: string, query = '', headers?: Record<string, string>): Promise<StandInAnswer> {
    const place = query === '' ? path : `${path}?${query}`
    return this.send('GET', place, { headers: headers ?? signedHeaders(path, query) })
  }

  private async send(method: string, place: string, init: RequestInit): Promise<StandInAnswer> {
    const signal = AbortSignal.timeout(60_000)
    const response = await fetch(this.base + place, { method, signal, ...init })
    const text = await response.text()
    const { returnCode = '', info = {} } = readText(text)
    return { code: returnCode, info, text, status: response.status }
  }

  fault(orderRef: string, fault: object): Promise<unknown> {
    return this.control('POST', '/faults', { orderRef, ...fault })
  }

  /** A new payment of NT$3,080. Returns its transactionId. */
  async requested(orderId: string): Promise<string> {
    const { code, info, text } = await this.post('/v4/payments/request', requestOf(orderId))
    assert.equal(code, '0000', text)
    return String(info['transactionId'])
  }

  /** A new payment that its buyer has approved. */
  async approved(orderId: string, request: object = {}): Promise<string> {
    const id = await this.requested(orderId)
    await this.control('POST', `/payments/${id}/approve`, request)
    return id
  }

  check = (id: string) => this.get(`/v4/payments/requests/${id}/check`)

  confirm(id: string, amount = 3080): Promise<StandInAnswer> {
    return this.post(`/v4/payments/${id}/confirm`, { amount, currency: 'TWD' })
  }

  refund(id: string, body: object): Promise<StandInAnswer> {
    return this.post(`/v4/payments/${id}/refund`, body)
  }

  /** The details of one payment, or the code instead of them. */
  async details(id: string): Promise<Record<string, unknown> | string> {
    const { code, info } = await this.get('/v4/payments', `transactionId=${id}`)
    return code === '0000' ? Object(Object.values(info)[0]) : code
  }

  /** Returns the stand-in's payments of an order. */
  async payments(ref: string): Promise<Record<string, unknown>[]> {
    const { payments } = await this.control('GET', `/payments?ref=${ref}`)
    assert.ok(Array.isArray(payments))
    return payments
  }
}
