import 'server-only'

import { EventEmitter } from 'node:events'
import { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Duplex } from 'node:stream'

import { countRefusal } from '../audit/refusals.ts'
import { traceOf, withTrace } from '../log/log.ts'
import { isOwnerPath } from '../routes/owner-paths.ts'
import { readActions } from './action-names.ts'
import { type Refusal, rejectRequest, type Site, UNKNOWN_ACTION } from './request-filter.ts'
import type { Header } from './security-headers.ts'

/** The filter's settings: the site, and the headers of a refusal. */
type Gate = { readonly site: Site; readonly headers: readonly Header[] }

/** Next answers this path with the page for what is missing, and status 404. */
const MISSING = '/_not-found'

function setHeaders(response: ServerResponse, headers: readonly Header[]): void {
  for (const { key, value } of headers) response.setHeader(key, value)
}

/** Headers by which Next reveals a rewrite. */
const REWRITTEN = ['x-middleware-rewrite', 'x-nextjs-rewritten-path', 'x-nextjs-rewritten-query']

// Formats a proxy's refusal like the filter's.
function asRefused(response: ServerResponse): void {
  for (const name of ['vary', 'transfer-encoding']) response.removeHeader(name)
  response.setHeader('Content-Length', 0)
}

// Hides rewrites: to non-owners, the address looks missing (rule 80).
function hideRewrite(response: ServerResponse): void {
  const write = response.writeHead.bind(response)
  const value = (status: number, ...rest: unknown[]): unknown => {
    for (const name of REWRITTEN) response.removeHeader(name)
    if (status === UNKNOWN_ACTION) asRefused(response)
    return Reflect.apply(write, response, [status, ...rest])
  }
  Object.defineProperty(response, 'writeHead', { value, writable: true, configurable: true })
}

// Scripts, styles and pictures go without a page's headers (next.config.ts); what is missing among them is a page.
function guardMissing(response: ServerResponse, headers: readonly Header[]): void {
  const write = response.writeHead.bind(response)
  const value = (status: number, ...rest: unknown[]): unknown => {
    if (status >= 400) setHeaders(response, headers)
    return Reflect.apply(write, response, [status, ...rest])
  }
  Object.defineProperty(response, 'writeHead', { value, writable: true, configurable: true })
}

function refuse(response: ServerResponse, status: number, headers: readonly Header[]): void {
  setHeaders(response, headers)
  response.setHeader('Cache-Control', 'no-store')
  if (status === 405) response.setHeader('Allow', 'GET, HEAD, POST')
  // The rest of a body that is too large, or has no end, is not waited for.
  if (status === 411 || status === 413) response.setHeader('Connection', 'close')
  // Tells Next's router that the page is from another build.
  if (status === UNKNOWN_ACTION) response.setHeader('X-Nextjs-Action-Not-Found', '1')
  response.statusCode = status
  response.end()
}

function headerOf({ headers }: IncomingMessage): (name: string) => string | undefined {
  return (name) => {
    const value = headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }
}

function refusalOf(status: NonNullable<Refusal>) {
  const kind = status === 403 ? ('foreign-origin' as const) : ('request-refused' as const)
  return { kind, outcome: String(status) }
}

// Returns whether the request was answered here. Unknown paths continue to the 404 page.
function isAnswered(request: IncomingMessage, response: ServerResponse, gate: Gate): boolean {
  const { method = '', url = '' } = request
  const status = rejectRequest({ method, target: url, header: headerOf(request) }, gate.site)
  if (status === undefined) {
    if (url.startsWith('/_next/')) guardMissing(response, gate.headers)
    else if (isOwnerPath(url.split('?', 1)[0] ?? '')) hideRewrite(response)
    return false
  }
  if (status !== 404) countRefusal(refusalOf(status))
  if (status === 404) request.url = MISSING
  else refuse(response, status, gate.headers)
  return status !== 404
}

/**
 * Installs the request filter before Next's listeners on every server, and continues incoming
 * traces. Closes upgrades.
 */
export function installRequestFilter(
  {
    origin,
    project,
    build,
  }: { readonly origin: string; readonly project: string; readonly build: string },
  headers: readonly Header[],
): void {
  // Without the list, Next refuses unknown actions and logs a stack.
  const actions = readActions(build)
  const owners = [...(actions ?? [])].filter(([, { isOwners }]) => isOwners).map(([id]) => id)
  const site = {
    origin,
    actions: actions && new Set(actions.keys()),
    ownerActions: new Set(owners),
  }
  const gate = { site, headers }
  function guardedEmit(this: Server, event: string, ...args: unknown[]): boolean {
    const [request, answer] = args
    if (event === 'upgrade' && answer instanceof Duplex) {
      answer.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return true
    }
    const pass = () => EventEmitter.prototype.emit.call(this, event, ...args)
    if (event !== 'request' || !(request instanceof IncomingMessage)) return pass()
    if (answer instanceof ServerResponse && isAnswered(request, answer, gate)) return true
    const trace = traceOf(headerOf(request))
    return trace === undefined ? pass() : withTrace(project, trace, pass)
  }
  Object.defineProperty(Server.prototype, 'emit', { value: guardedEmit, writable: true })
}
