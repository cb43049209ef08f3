import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { isObject } from './http.ts'
import { answerErrors } from './openapi.ts'

const server = fileURLToPath(new URL('server.ts', import.meta.url))

/** An answer, its JSON read. */
export type Answer = { status: number; headers: Headers; body: unknown }

/** Walks into JSON by names and positions; what is not there is undefined. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here = value
  for (const step of path) {
    if (typeof step === 'number') here = Array.isArray(here) ? here[step] : undefined
    else here = isObject(here) ? here[step] : undefined
  }
  return here
}

/** As `at`, for what has to be text. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path)
  if (typeof found === 'string') return found
  throw new Error(`There is no text at ${path.join('.')}: ${JSON.stringify(value)}`)
}

async function send(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  })
  const text = await answer.text()
  let read: unknown = text
  if (answer.headers.get('content-type')?.startsWith('application/json') === true && text !== '')
    read = JSON.parse(text)
  return { status: answer.status, headers: answer.headers, body: read }
}

/** The stand-in as its own process, with the calls that tests make. */
export class StandIn {
  base = ''
  readonly data: string
  private readonly flags: readonly string[]
  private child: ChildProcess | undefined
  private token = ''

  constructor(...flags: readonly string[]) {
    this.flags = flags
    this.data = mkdtempSync(join(tmpdir(), 'paypal-'))
  }

  async start(): Promise<void> {
    const args = [
      server,
      '--port',
      '0',
      '--data',
      this.data,
      '--webhook-delay-ms',
      '20',
      ...this.flags,
    ]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    this.child = child
    const lines = createInterface({ input: child.stdout })
    const first: unknown[] = await once(lines, 'line', { signal: AbortSignal.timeout(15_000) })
    this.base = String(first[0]).replace('paypal ', '')
    const credentials = Buffer.from('demo-client:demo-secret').toString('base64')
    const answer = await send(
      `${this.base}/v1/oauth2/token`,
      'POST',
      'grant_type=client_credentials',
      {
        authorization: `Basic ${credentials}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    )
    this.token = textAt(answer.body, 'access_token')
  }

  /** Ends the process and tells its exit code, null when the signal killed it. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    const { child } = this
    if (child === undefined || child.exitCode !== null) return null
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    return child.exitCode
  }

  async close(): Promise<void> {
    await this.stop()
    rmSync(this.data, { recursive: true, force: true })
  }

  /** A call to the REST API, with a token; the answer has to agree with PayPal's published description. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const own = {
      authorization: `Bearer ${this.token}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    }
    const answer = await send(`${this.base}${path}`, method, body, { ...own, ...headers })
    const { pathname } = new URL(path, this.base)
    // This refusal is the stand-in's own; README.md says so.
    if (at(answer.body, 'details', 0, 'issue') !== 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED')
      assert.deepEqual(answerErrors(method, pathname, answer.status, answer.body), [])
    return answer
  }

  /** A call to the remote control; a refusal throws. */
  async control(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await send(`${this.base}/_local${path}`, method, body, {})
    if (answer.status < 300) return answer.body
    throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }

  /** An order of NT$3,080 under this invoice number, created and, if asked for, approved; tells its id. */
  async order(
    invoice: string,
    more: { approved?: boolean; outcome?: string } = {},
  ): Promise<string> {
    const answer = await this.call('POST', '/v2/checkout/orders', orderOf(invoice))
    const id = textAt(answer.body, 'id')
    const { approved = true, outcome = 'ok' } = more
    if (approved) await this.control('POST', `/orders/${id}/approve`, { outcome })
    return id
  }

  /** A paid order under this invoice number; tells the id of its capture. */
  async paid(invoice: string, more: { outcome?: string } = {}): Promise<string> {
    const { body } = await this.capture(await this.order(invoice, more))
    return textAt(body, 'purchase_units', 0, 'payments', 'captures', 0, 'id')
  }

  /** The ledger of one capture: code and amount of its line and of those that refer to it. */
  async ledger(capture: string): Promise<(readonly [string, string])[]> {
    const [from, until] = [-60_000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString())
    const { body } = await this.call(
      'GET',
      `/v1/reporting/transactions?start_date=${from}&end_date=${until}&page_size=500`,
    )
    const lines = at(body, 'transaction_details')
    return (Array.isArray(lines) ? lines : [])
      .map((line: unknown) => at(line, 'transaction_info'))
      .filter((info) => at(info, 'transaction_id') === capture || refersTo(info, capture))
      .map((info) => {
        const code = textAt(info, 'transaction_event_code')
        return [code, textAt(info, 'transaction_amount', 'value')] as const
      })
      .toSorted((one, other) => one.join().localeCompare(other.join()))
  }

  capture(id: string, requestId = `capture:${id}:1`): Promise<Answer> {
    return this.call('POST', `/v2/checkout/orders/${id}/capture`, undefined, {
      'paypal-request-id': requestId,
    })
  }
}

function refersTo(info: unknown, capture: string): boolean {
  const id = at(info, 'paypal_reference_id')
  return id === capture && at(info, 'paypal_reference_id_type') === 'TXN'
}

/** The body of a create call that PayPal takes, for the card button. */
export function orderOf(invoice: string): Record<string, unknown> {
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: 'default',
        invoice_id: invoice,
        custom_id: `id-of-${invoice}`,
        amount: { currency_code: 'TWD', value: '3080' },
      },
    ],
  }
}
