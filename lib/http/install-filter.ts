import 'server-only'

import { EventEmitter } from 'node:events'
import { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Duplex } from 'node:stream'

import { countRefusal } from '#lib/audit/record.ts'
import { isMade } from '#lib/content/pictures.ts'
import { LINKSET_TYPE } from '#lib/garment/garment.ts'
import { isMissingHalf } from '#lib/half/missing-half.ts'
import { traceOf, withTrace } from '#lib/log/trace.ts'
import { isOwnerPath } from '#lib/routes/owner-paths.ts'
import { digitalLinks } from '#lib/routes/paths.ts'
import type { PageForm } from '#lib/routes/shop-routes.ts'
import { readActions } from './action-names.ts'
import { formAt, hasForms } from './negotiation.ts'
import { methodsAt, OWN_CALL, rejectRequest, type Site, UNKNOWN_ACTION } from './request-filter.ts'
import type { Header } from './security-headers.ts'

/** The filter's settings: the site, and the headers of a refusal. */
type Gate = {
  readonly site: Site
  readonly headers: readonly Header[]
}

/** Next answers this path with the page for what is missing, and status 404. */
const MISSING = '/_not-found'

function setHeaders(response: ServerResponse, headers: readonly Header[]): void {
  for (const { key, value } of headers) response.setHeader(key, value)
}

/** As Next answers a page that is missing. */
const NOT_STORED = 'private, no-cache, no-store, max-age=0, must-revalidate'

/** Headers by which Next's router asks for the data of a page in place of its HTML. */
const ROUTER_HEADERS = [
  'rsc',
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'next-router-state-tree',
]

/** Headers by which Next reveals a rewrite. */
const REWRITTEN = ['x-middleware-rewrite', 'x-nextjs-rewritten-path', 'x-nextjs-rewritten-query']

// Calls `change` after Next, just before the head of the answer is written.
function onHead(response: ServerResponse, change: (status: number) => void): void {
  const write = response.writeHead.bind(response)
  const value = (status: number, ...rest: unknown[]): unknown => {
    change(status)
    return Reflect.apply(write, response, [status, ...rest])
  }
  Object.defineProperty(response, 'writeHead', { value, writable: true, configurable: true })
}

// Hides rewrites: to non-owners, the address looks missing.
function hideRewrite(response: ServerResponse): void {
  onHead(response, (status) => {
    for (const name of REWRITTEN) response.removeHeader(name)
    if (status !== UNKNOWN_ACTION) return
    // A proxy's refusal looks like the filter's.
    for (const name of ['vary', 'transfer-encoding']) response.removeHeader(name)
    response.setHeader('Content-Length', 0)
    // As the filter refuses a call of another build.
    response.setHeader('Connection', 'close')
  })
}

// Scripts, styles and pictures go without a page's headers (next.config.ts); what is missing among them is a page.
function guardMissing(response: ServerResponse, headers: readonly Header[]): void {
  onHead(response, (status) => {
    if (status >= 400) setHeaders(response, headers)
  })
}

type NamedForm = { readonly path: string; readonly form: PageForm }

// A stored page brings headers of its own, so what a cache must know is said after Next.
function nameForms(response: ServerResponse, { path, form }: NamedForm): void {
  onHead(response, (status) => {
    // A missing page has one form, and looks like a missing page of the owner's.
    if (status >= 400) return
    response.appendHeader('Vary', 'Accept')
    if (form !== 'html') response.setHeader('Cache-Control', 'private, no-store')
    // Every page of a GTIN has one (RFC 9264, 7.1).
    const links = digitalLinks(path)
    if (links) response.appendHeader('Link', `<${links}>; rel="linkset"; type="${LINKSET_TYPE}"`)
  })
}

function changeHead(request: IncomingMessage, response: ServerResponse, gate: Gate): void {
  const { url = '' } = request
  const [path = '', query = ''] = url.split('?', 2)
  if (path.startsWith('/_next/') || isMade(path)) guardMissing(response, gate.headers)
  else if (isOwnerPath(path)) hideRewrite(response)
  else if (request.method !== 'POST' && hasForms(path)) {
    const linkType = new URLSearchParams(query).get('linkType')
    const { form } = formAt({ path, linkType, accept: request.headers.accept ?? null })
    nameForms(response, { path, form })
  }
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: readonly Header[],
): void {
  setHeaders(response, headers)
  response.setHeader('Cache-Control', 'no-store')
  if (status === 405) response.setHeader('Allow', methodsAt(request.url ?? '').join(', '))
  // A body that is refused, too large or without an end is not waited for.
  const { 'transfer-encoding': encoding, 'content-length': length = '0' } = request.headers
  if (encoding !== undefined || length !== '0') response.setHeader('Connection', 'close')
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

// Next would answer by what it stored of the page for what is missing, and its router by data with 200: caches would
// keep either for a year, once for each spelling.
function showMissing(request: IncomingMessage, response: ServerResponse): false {
  request.url = MISSING
  for (const name of ROUTER_HEADERS) delete request.headers[name]
  onHead(response, () => response.setHeader('Cache-Control', NOT_STORED))
  return false
}

// Returns whether the request was answered here. Unknown paths continue to the 404 page.
function isAnswered(request: IncomingMessage, response: ServerResponse, gate: Gate): boolean {
  const { method = '', url = '' } = request
  const status = rejectRequest({ method, target: url, header: headerOf(request) }, gate.site)
  if (status === undefined && method !== 'POST' && isMissingHalf(url.split('?', 1)[0] ?? '')) {
    return showMissing(request, response)
  }
  if (status === undefined) {
    changeHead(request, response, gate)
    if (method === 'POST') request.headers[OWN_CALL] = gate.site.ownCall
    return false
  }
  if (status === 404) return showMissing(request, response)
  const kind = status === 403 ? 'foreign-origin' : 'request-refused'
  countRefusal({ kind, outcome: String(status) })
  refuse(request, response, status, gate.headers)
  return true
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
    ownCall: crypto.randomUUID(),
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
