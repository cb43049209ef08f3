import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { refusal } from './errors.ts'

/** A request, read whole. */
export type Call = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}

/** What is answered: JSON unless a type is named; or nothing, by closing the connection or by silence. */
export type Reply =
  | {
      kind: 'answer'
      status: number
      body: unknown
      type?: string
      headers?: Record<string, string>
    }
  | { kind: 'close' }
  | { kind: 'silence' }

const mostBytes = 1_048_576

export function answer(status: number, body: unknown): Reply {
  return { kind: 'answer', status, body }
}

/** One header as text; a repeated one is joined. */
export function header(call: Call, name: string): string | undefined {
  const value = call.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads a JSON body; broken JSON is refused as PayPal does. No body at all reads as undefined. */
export function parseBody(body: string): unknown {
  if (body.trim() === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    throw refusal('MALFORMED_REQUEST_JSON')
  }
}

/** Reads a request to its end; null when it is larger than a megabyte. */
export async function readCall(request: IncomingMessage): Promise<Call | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > mostBytes) return null
    chunks.push(bytes)
  }
  const url = new URL(request.url ?? '/', 'http://stand-in.invalid')
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  }
}

// Long enough for every timeout under test, short enough to leave no connection behind for ever.
const longestSilence = 120_000

/** Sends a reply; a silent one is closed after two minutes or when the caller gives up. */
export function sendReply(response: ServerResponse, reply: Reply, debugId: string): void {
  if (reply.kind === 'close') {
    response.destroy()
    return
  }
  if (reply.kind === 'silence') {
    const end = setTimeout(() => response.destroy(), longestSilence)
    end.unref()
    response.once('close', () => clearTimeout(end))
    return
  }
  const { status, body, type = 'application/json', headers = {} } = reply
  const text = typeof body === 'string' ? body : body === null ? '' : JSON.stringify(body)
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'max-age=0, no-cache, no-store, must-revalidate',
    'paypal-debug-id': debugId,
    ...headers,
  })
  response.end(text)
}
