import { z } from 'zod'

import { isOwnerPath } from '#lib/routes/owner-paths.ts'
import { decodeUri } from '#lib/routes/paths.ts'
import {
  shopRouteAt,
  routeAt,
  ACTION_BYTES,
  type Method,
  PAGE_METHODS,
  type Route,
} from '#lib/routes/shop-routes.ts'
import type { ReadBody } from './read-body.ts'

const PLAIN_FORM = /^application\/x-www-form-urlencoded(?:;|$)/i

/** Whether a request is a form of a carrier's, the only ones that the shop takes from elsewhere. */
export function isPush({ method, target, header }: RequestHead): boolean {
  if (method !== 'POST' || !PLAIN_FORM.test(header('content-type') ?? '')) return false
  return shopRouteAt(target.split('?', 1)[0] ?? '')?.takesForm === true
}

/** The most arguments that a server action of the shop takes, with room to spare. */
const MOST_ARGUMENTS = 8

/** Deeper than any form of the shop. */
const DEEPEST = 12

// React's encodings that actions may use; rejects files, forms, streams, big numbers and
// references.
const PLAIN = /^\$(?:\$|undefined$|D|NaN$|-?Infinity$|-0$)/

function isPlain(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.startsWith('$') || PLAIN.test(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth > DEEPEST) return false
  return Object.entries(value).every(
    ([name, inner]) => name !== 'then' && name !== '__proto__' && isPlain(inner, depth + 1),
  )
}

/** Whether a text holds the arguments of a server action as the shop's own pages write them. */
export function isActionBody(text: string): boolean {
  try {
    const args: unknown = JSON.parse(text)
    return Array.isArray(args) && args.length <= MOST_ARGUMENTS && isPlain(args)
  } catch {
    return false
  }
}

/** The status that refuses a request, or undefined if none does. */
export type Refusal = 400 | 403 | 404 | 405 | typeof UNKNOWN_ACTION | 411 | 413 | 415 | undefined

/** Returns what refuses an action's body, also one that is incomplete or no UTF-8. */
export function bodyRefusal(body: ReadBody): Refusal {
  if (typeof body === 'number') return body
  let text: string
  try {
    // Next reads a body's bytes and keeps a byte order mark: what is judged here must be the same text.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return 400
  }
  return isActionBody(text) ? undefined : 400
}

/** The head of a request: the method and target as they came, and a header by its small name. */
export type RequestHead = {
  readonly method: string
  readonly target: string
  readonly header: (name: string) => string | undefined
}

/** The filter's site: its address and, if known, the build's actions. */
export type Site = {
  readonly origin: string
  readonly actions?: ReadonlySet<string> | undefined
  /** Those of the owner's pages, which are unknown to every other. */
  readonly ownerActions?: ReadonlySet<string> | undefined
  /** What a call has in OWN_CALL that this process passed on to itself. */
  readonly ownCall?: string | undefined
}

/**
 * Header of a call that the filter let through. Next passes a call of an action that the named page
 * lacks on to a page that has it, as a request of its own to this process, in chunks and with the
 * headers of the first.
 */
export const OWN_CALL = 'x-own-call'

/** The status for an action that this build does not have: a page of another build may well call it (Next.js). */
export const UNKNOWN_ACTION = 409

/** The header by which a browser names the server action that it calls (Next.js). */
const ACTION_HEADER = 'next-action'
const ACTION_ID = /^[0-9a-f]{42}$/

/** The header in which Next's router says which page it shows, and the longest that Next reads. */
const STATE_HEADER = 'next-router-state-tree'
const STATE_LENGTH = 40_000

const FORM = /^(?:multipart\/|application\/x-www-form-urlencoded)/i

const FIREBASE = /^\/__\/(?:auth|firebase)\//

// Control characters, backslashes, and the dots that browsers resolve before they ask.
// oxlint-disable-next-line no-control-regex
const IMPOSSIBLE = /[\u0000-\u001F\u007F\\]|\/\.{1,2}(?:\/|$)/

// The state of Next's router, as strictly as Next itself parses it (next/dist/server/app-render/types).
const segment = z.union([
  z.string(),
  z.tuple([z.string(), z.string(), z.enum(['d', 'c', 'oc']), z.array(z.string()).nullable()]),
])
const stateSchema: z.ZodType = z.tuple([
  segment,
  z.record(
    z.string(),
    z.lazy(() => stateSchema),
  ),
  z.tuple([z.string(), z.string()]).nullable().optional(),
  z.enum(['refetch', 'inside-shared-layout', 'metadata-only']).nullable().optional(),
  z.number().nullable().optional(),
  z.string().optional(),
])

function isRouterState(value: string): boolean {
  if (value.length > STATE_LENGTH) return false
  try {
    return stateSchema.safeParse(JSON.parse(decodeURIComponent(value))).success
  } catch {
    return false
  }
}

/** Whether a target is one of the sign-in service's own pages and calls, which go on to Firebase. */
export function isFirebaseTarget(target: string): boolean {
  return FIREBASE.test(target)
}

/**
 * Whether a page of this site sent a request. One without an origin is no page's,
 * and the session does not come along with it.
 */
export function isOwnOrigin(origin: string | undefined, site: string): boolean {
  return origin === undefined || URL.parse(origin)?.origin === new URL(site).origin
}

// Next's own pages for what fails or is missing: each is shown at another address, never at its own.
const INTERNAL = /^\/_(?:error|global-error|not-found|nowhere)(?:\/|$)/

// Next's resizing of pictures: theirs are files (docs/decisions/pictures-without-next-image.md).
const RESIZER = '/_next/image'

// Letters that need no encoding, and the slash: the proxy is asked by the decoded path and judges the
// raw one, so one written as %63 would be handled again and again (RFC 3986, 6.2.2.2).
const NEEDLESSLY_ENCODED = /%(?:2[def]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i

/** Whether anything of the shop could be at this target: its path can be read. */
export function isValidPath(target: string): boolean {
  const path = pathOf(target)
  const name = path.includes('%') ? decodeUri(path) : path
  if (name === undefined || NEEDLESSLY_ENCODED.test(path)) return false
  return !IMPOSSIBLE.test(name) && !INTERNAL.test(name) && path !== RESIZER
}

const pathOf = (target: string) => target.split('?', 1)[0] ?? ''

function callRefusal({ target, header }: RequestHead, site: Site): Refusal {
  if (!isOwnOrigin(header('origin'), site.origin)) return 403
  const type = header('content-type') ?? ''
  if (FORM.test(type)) return 415
  const id = header(ACTION_HEADER)
  if (id === undefined) return 405
  if (!type.startsWith('text/plain')) return 415
  // Browsers say how long a call is; Next would read one without end.
  const isOwn = site.ownCall !== undefined && header(OWN_CALL) === site.ownCall
  if (header('transfer-encoding') !== undefined && !isOwn) return 411
  if (Number(header('content-length') ?? 0) > ACTION_BYTES) return 413
  if (!ACTION_ID.test(id)) return 400
  const { actions, ownerActions } = site
  const isElsewhere = ownerActions?.has(id) === true && !isOwnerPath(pathOf(target))
  return actions?.has(id) === false || isElsewhere ? UNKNOWN_ACTION : undefined
}

/** The methods of a target, for an Allow header. */
export function methodsAt(target: string): readonly Method[] {
  return routeAt(pathOf(target))?.methods ?? PAGE_METHODS
}

const takes = (methods: readonly string[], method: string) => methods.includes(method)

// Webhook and sweep take JSON or nothing; a form, or a call of an action, could only be meant for the page that is missing here.
function apiRefusal(head: RequestHead, route: Route | undefined): Refusal {
  const { method, header } = head
  if (!takes(route?.methods ?? PAGE_METHODS, method)) return 405
  // A request without a body names neither its length nor its encoding.
  const isChunked = header('transfer-encoding') !== undefined
  if (isChunked && route?.takesChunks !== true) return 411
  if (FORM.test(header('content-type') ?? '') && !isPush(head)) return 415
  if (header(ACTION_HEADER) !== undefined) return 400
  const isLarge = Number(header('content-length') ?? 0) > (route?.body ?? ACTION_BYTES)
  return isLarge ? 413 : undefined
}

/**
 * The status that refuses a request before Next reads it, because no page of this site
 * sends such a one, or undefined when it may pass.
 */
export function rejectRequest(head: RequestHead, site: Site): Refusal {
  const { method, target, header } = head
  if (!target.startsWith('/')) return 400
  if (!isValidPath(target)) return method === 'GET' || method === 'HEAD' ? 404 : 400
  if (isFirebaseTarget(target)) return method === 'TRACE' ? 405 : undefined
  const state = header(STATE_HEADER)
  if (state !== undefined && !isRouterState(state)) return 400
  const route = routeAt(pathOf(target))
  if (target.startsWith('/api/')) return apiRefusal(head, route)
  // A file takes no action: what Next answers to one would be stored in its place.
  // A call at no page is refused as at any page: the owner's pages look missing.
  if (!takes(route?.methods ?? PAGE_METHODS, method)) return 405
  return method === 'POST' ? callRefusal(head, site) : undefined
}
