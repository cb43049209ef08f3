import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { refusal } from './errors.ts'

/** A request, read to its end. */
export type Call = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}

/** An answer: JSON unless `type` says otherwise, and no content when the body is null. */
export type Answer = {
  status: number
  body: unknown
  type?: string
  headers?: Record<string, string>
}

/** What becomes of a call: an answer, a closed connection, or no reply at all. */
export type Reply = Answer | 'close' | 'silence'

/** Answers with JSON. */
export function answer(status: number, body: unknown): Answer {
  return { status, body }
}

/** One header as text; a repeated one is joined. */
export function header({ headers }: Call, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** Whether a value is an object other than an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads a JSON body; undefined when it is empty. Throws MALFORMED_REQUEST_JSON when it is broken. */
export function parseBody(body: string): unknown {
  if (body.trim() === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    throw refusal('MALFORMED_REQUEST_JSON')
  }
}

/** Reads a request to its end. */
export async function readCall(request: IncomingMessage): Promise<Call> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in.invalid')
  return {
    method: request.method ?? 'GET',
    path: pathname,
    query: searchParams,
    headers: request.headers,
    body: await text(request),
  }
}

// Longer than every timeout under test.
const longestSilence = 120_000

/** Sends a reply. A silent one is closed after two minutes, or when the caller gives up. */
export function sendReply(response: ServerResponse, reply: Reply, debugId: string): void {
  if (reply === 'close') {
    response.destroy()
    return
  }
  if (reply === 'silence') {
    const end = setTimeout(() => response.destroy(), longestSilence)
    end.unref()
    response.once('close', () => clearTimeout(end))
    return
  }
  const { status, body, type = 'application/json', headers } = reply
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'max-age=0, no-cache, no-store, must-revalidate',
    'paypal-debug-id': debugId,
    ...headers,
  })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
