import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A request, read to its end. */
export type Call = {
  method: string
  path: string
  query: URLSearchParams
  /** The raw query without its question mark. */
  rawQuery: string
  headers: IncomingHttpHeaders
  body: string
  /** The raw body. */
  bytes: Buffer
}

/** An answer: JSON unless `type` says otherwise, and no content when the body is null. */
export type Answer = {
  status: number
  body: unknown
  type?: string
  headers?: Record<string, string>
}

/** The reply to a call: an answer, a closed connection, or silence. */
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

/** Reads a request to its end. */
export async function readCall(request: IncomingMessage): Promise<Call> {
  const target = request.url ?? '/'
  const { pathname, searchParams } = new URL(target, 'http://stand-in.invalid')
  const bytes = await buffer(request)
  return {
    method: request.method ?? 'GET',
    path: pathname,
    query: searchParams,
    rawQuery: target.includes('?') ? target.slice(target.indexOf('?') + 1) : '',
    headers: request.headers,
    body: bytes.toString(),
    bytes,
  }
}

// Longer than every timeout under test.
const longestSilence = 120_000

/** Whether a call names this machine: a page whose own name resolves to it must not reach a stand-in. */
export function isForThisMachine(call: Call): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(header(call, 'host') ?? '')
}

/** Sends a reply. A silent one is closed after two minutes, or when the caller gives up. */
export function sendReply(
  response: ServerResponse,
  reply: Reply,
  more: Record<string, string> = {},
): void {
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
    ...more,
    ...headers,
  })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
