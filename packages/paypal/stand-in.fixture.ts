import assert from 'node:assert/strict'

import { isObject } from '../stand-in/http.ts'
import { StandInProcess } from '../stand-in/stand-in-process.fixture.ts'
import { answerErrors } from './openapi.ts'

/** An answer, its JSON read. */
export type StandInAnswer = { status: number; headers: Headers; body: unknown }

/** Reads a path in JSON; undefined if missing. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here = value
  for (const step of path)
    here = Array.isArray(here) ? here[Number(step)] : isObject(here) ? here[step] : undefined
  return here
}

/** Same as `at`, for required text. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path)
  assert.ok(typeof found === 'string', `no text at ${path.join('.')}: ${JSON.stringify(value)}`)
  return found
}

/** The first issue of an error. */
export function issueOf({ body }: StandInAnswer): unknown {
  return at(body, 'details', 0, 'issue')
}

/** The body of a create call that PayPal takes, for the card button. */
export function orderOf(invoice: string): Record<string, unknown> {
  const amount = { currency_code: 'TWD', value: '3080' }
  const unit = {
    reference_id: 'default',
    invoice_id: invoice,
    custom_id: `id-of-${invoice}`,
    amount,
  }
  return { intent: 'CAPTURE', purchase_units: [unit] }
}

/** The stand-in as its own process, with the calls that tests make. */
export class StandIn extends StandInProcess {
  private token = ''

  constructor(...flags: readonly string[]) {
    super('paypal', ['--webhook-delay-ms', '20', ...flags])
  }

  override async start(): Promise<void> {
    await super.start()
    const answer = await this.send('POST', '/v1/oauth2/token', 'grant_type=client_credentials', {
      authorization: `Basic ${Buffer.from('demo-client:demo-secret').toString('base64')}`,
    })
    this.token = textAt(answer.body, 'access_token')
  }

  private async send(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<StandInAnswer> {
    const answer = await fetch(this.base + path, {
      method,
      headers,
      body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    })
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
    const read: unknown = isJson ? await answer.json() : await answer.text()
    return { status: answer.status, headers: answer.headers, body: read }
  }

  /** A call to the REST API. Its answer has to agree with PayPal's published description. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<StandInAnswer> {
    const answer = await this.send(method, path, body, {
      authorization: `Bearer ${this.token}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...headers,
    })
    // This refusal is the stand-in's own; README.md says so.
    if (issueOf(answer) !== 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED')
      assert.deepEqual(answerErrors(method, path, answer.status, answer.body), [])
    return answer
  }

  /** Sets a fault for one order or capture. */
  async fault(orderRef: string, fault: object): Promise<void> {
    await this.control('POST', '/faults', { orderRef, ...fault })
  }

  /** A new order of NT$3,080 that its buyer has approved. Returns its id. */
  async order(invoice: string, outcome = 'ok'): Promise<string> {
    const { body } = await this.call('POST', '/v2/checkout/orders', orderOf(invoice))
    const id = textAt(body, 'id')
    await this.control('POST', `/orders/${id}/approve`, { outcome })
    return id
  }

  capture(id: string, requestId = `capture:${id}:1`): Promise<StandInAnswer> {
    const headers = { 'paypal-request-id': requestId }
    return this.call('POST', `/v2/checkout/orders/${id}/capture`, undefined, headers)
  }

  /** A new captured order. Returns the id of its capture. */
  async paid(invoice: string, outcome = 'ok'): Promise<string> {
    const { body } = await this.capture(await this.order(invoice, outcome))
    return textAt(body, 'purchase_units', 0, 'payments', 'captures', 0, 'id')
  }

  refund(
    capture: string,
    value?: string,
    more: object = {},
    requestId?: string,
  ): Promise<StandInAnswer> {
    const amount = value === undefined ? {} : { amount: { currency_code: 'TWD', value } }
    const headers = requestId === undefined ? undefined : { 'paypal-request-id': requestId }
    const path = `/v2/payments/captures/${capture}/refund`
    return this.call('POST', path, { ...amount, ...more }, headers)
  }

  /** The ledger of one capture: code and amount of its line and of those that refer to it. */
  async ledger(capture: string): Promise<string[]> {
    const [from, until] = [-60_000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString())
    const query = `start_date=${from}&end_date=${until}&page_size=500`
    const { body } = await this.call('GET', `/v1/reporting/transactions?${query}`)
    const lines: unknown = at(body, 'transaction_details')
    assert.ok(Array.isArray(lines))
    return lines
      .map((line: unknown) => Object(at(line, 'transaction_info')))
      .filter(({ transaction_id: id, paypal_reference_id: ref }) => [id, ref].includes(capture))
      .map((info) => {
        const amount = textAt(info, 'transaction_amount', 'value')
        return `${textAt(info, 'transaction_event_code')} ${amount}`
      })
      .toSorted()
  }
}
