import { type NextRequest, NextResponse } from 'next/server'

import { isSentTwice, sessionCookieName } from '#lib/account/account.ts'
import { formAt, linkTypePlace } from '#lib/http/negotiation.ts'
import { readBytes } from '#lib/http/read-body.ts'
import {
  isFirebaseTarget,
  OWN_CALL,
  rejectRequest,
  bodyRefusal,
  UNKNOWN_ACTION,
} from '#lib/http/request-filter.ts'
import { type FormTarget, newPagePolicy, policyWithForms } from '#lib/http/security-headers.ts'
import { isOwnerPath, OPENED_PAGE } from '#lib/routes/owner-paths.ts'
import { isGarmentPath, loginPath, PATHS, PICKUP_PATH } from '#lib/routes/paths.ts'
import { ownerRouteAt, ACTION_BYTES, isInMemberArea, shopRouteAt } from '#lib/routes/shop-routes.ts'
import { settings, hasCarrier } from '#lib/settings/env.ts'

// Proxies Google's sign-in pages under the shop's host for browsers that block third-party storage.
// Drops cookies, and the word by which this process knows its own calls.
function toFirebase(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl
  const headers = new Headers(request.headers)
  for (const name of ['cookie', OWN_CALL]) headers.delete(name)
  const target = `https://${settings().FIREBASE_PROJECT_ID}.firebaseapp.com${pathname}${search}`
  return NextResponse.rewrite(target, { request: { headers } })
}

// The shop's own server has checked the head already (instrumentation-node.ts); other hosts have only this.
async function toAction(request: NextRequest): Promise<NextResponse> {
  const { method, headers, nextUrl } = request
  const header = (name: string) => headers.get(name) ?? undefined
  const head = { method, target: nextUrl.pathname, header }
  // The body is read here up to its bound, so one in chunks that this process passed on may come.
  const site = { origin: settings().NEXT_PUBLIC_SITE_URL, ownCall: header(OWN_CALL) }
  const status = rejectRequest(head, site) ?? bodyRefusal(await readBytes(request, ACTION_BYTES))
  if (status !== undefined) return new NextResponse(null, { status })
  return isOwnerPath(nextUrl.pathname) ? toOwnersAction(request) : NextResponse.next()
}

// Answers 404 to non-owners for the owner's pages and actions.
async function toOwnersAction(request: NextRequest): Promise<NextResponse> {
  const { ownerOf } = await import('#lib/owner/access.ts')
  const owner = await ownerOf(sessionOf(request)).catch(() => 'unknown' as const)
  if (owner !== null) return NextResponse.next()
  const { isOwnersAction } = await import('#lib/http/action-names.ts')
  const { countRefusal } = await import('#lib/audit/record.ts')
  countRefusal({ kind: 'owner-refused', outcome: String(UNKNOWN_ACTION) })
  if (!isOwnersAction(request.headers.get('next-action') ?? '')) {
    return NextResponse.rewrite(new URL(NOWHERE, request.url))
  }
  const headers = { 'cache-control': 'no-store', 'x-nextjs-action-not-found': '1' }
  return new NextResponse(null, { status: UNKNOWN_ACTION, headers })
}

const POLICY = 'content-security-policy'

async function withNonce(
  request: NextRequest,
  {
    trustedTypes,
    postsTo,
    opened,
  }: {
    trustedTypes?: 'own' | 'google'
    postsTo?: FormTarget | undefined
    /** The owner's page that is opened. */
    opened?: string
  } = {},
): Promise<NextResponse> {
  const page = newPagePolicy({ trustedTypes })
  const isLocal = process.env.NEXT_PUBLIC_LOCAL === '1'
  const policy = postsTo ? policyWithForms(page, postsTo, isLocal) : page
  const headers = new Headers(request.headers)
  headers.set(POLICY, policy)
  if (opened === undefined) headers.delete(OPENED_PAGE)
  else headers.set(OPENED_PAGE, opened)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set(POLICY, policy)
  return response
}

// A missing page: to everybody else the owner's pages look like any missing address.
const NOWHERE = '/_nowhere'

function sessionOf(request: NextRequest): string | undefined {
  const name = sessionCookieName(settings())
  if (isSentTwice(request.headers.get('cookie'), name)) return undefined
  return request.cookies.get(name)?.value
}

// A browser that sends two sessions forgets both, the planted one too, before it signs in.
async function toLogin(request: NextRequest): Promise<NextResponse> {
  const response = await withNonce(request)
  if (isSentTwice(request.headers.get('cookie'), sessionCookieName(settings()))) {
    response.headers.set('Clear-Site-Data', '"cookies"')
  }
  return response
}

// The address as a person opens it, without what Next's router adds to its own requests.
function openedPath({ pathname, searchParams }: URL): string {
  const query = new URLSearchParams(searchParams)
  query.delete('_rsc')
  return query.size === 0 ? pathname : `${pathname}?${query}`
}

async function toOwner(request: NextRequest): Promise<NextResponse> {
  const { ownerOf } = await import('#lib/owner/access.ts')
  const cookie = sessionOf(request)
  // Lets the page report an unavailable sign-in service.
  const owner = await ownerOf(cookie).catch(() => 'unknown' as const)
  if (owner === null) return NextResponse.rewrite(new URL(NOWHERE, request.url))
  const { postsTo } = ownerRouteAt(request.nextUrl.pathname) ?? {}
  // Google's and Facebook's windows are opened by Google's script.
  const trustedTypes = owner === 'unknown' || owner.method === 'password' ? 'own' : 'google'
  return withNonce(request, { trustedTypes, postsTo, opened: openedPath(request.nextUrl) })
}

// GS1's link types lead to a place on the page; an address with a fragment can only be a redirect.
function toLinkType(request: NextRequest): NextResponse | undefined {
  const { pathname, searchParams } = request.nextUrl
  const place = linkTypePlace(searchParams.get('linkType') ?? '')
  if (place === undefined || !isGarmentPath(pathname)) return undefined
  return NextResponse.redirect(new URL(pathname.toLowerCase() + place, request.url), 307)
}

// Rewrites to another form of a public page by the Accept header.
function toForm(request: NextRequest): NextResponse | undefined {
  const { pathname, searchParams } = request.nextUrl
  const { path } = formAt({
    path: pathname,
    linkType: searchParams.get('linkType'),
    accept: request.headers.get('accept'),
  })
  return path === pathname ? undefined : NextResponse.rewrite(new URL(path, request.url))
}

const TOO_OFTEN =
  '<!doctype html><html lang="zh-Hant"><title>操作太頻繁</title><p>操作太頻繁，請稍後再試。'

// Each of these pages asks the sign-in service and the database; one session has its share of them.
async function toMember(request: NextRequest, session: string): Promise<NextResponse> {
  const { hasPageAllowance } = await import('#lib/limit/require-allowance.ts')
  if (hasPageAllowance(session)) {
    const { policy, postsTo } = shopRouteAt(request.nextUrl.pathname) ?? {}
    return policy === 'payment' ? NextResponse.next() : withNonce(request, { postsTo })
  }
  const headers = { 'content-type': 'text/html; charset=utf-8', 'retry-after': '60' }
  return new NextResponse(TOO_OFTEN, { status: 429, headers })
}

/**
 * Rejects invalid requests (docs/decisions/request-filter.md) and redirects guests from members'
 * pages to sign in.
 */
export function proxy(request: NextRequest): NextResponse | Promise<NextResponse> {
  const { pathname, search } = request.nextUrl
  if (isFirebaseTarget(pathname)) return toFirebase(request)
  if (request.method === 'POST') return toAction(request)
  if (isOwnerPath(pathname)) return toOwner(request)
  if (pathname === PATHS.login) return toLogin(request)
  // Missing in a shop without carrier; the page's own 404 has no word for who runs no script.
  if (pathname === PICKUP_PATH && !hasCarrier()) {
    return NextResponse.rewrite(new URL(NOWHERE, request.url))
  }
  const twin = toLinkType(request) ?? toForm(request)
  if (twin) return twin
  const route = shopRouteAt(pathname)
  if (isInMemberArea(pathname) && route?.who !== 'anyone') {
    const session = sessionOf(request)
    if (session !== undefined) return toMember(request, session)
    return NextResponse.redirect(new URL(loginPath(pathname + search), request.url))
  }
  return route?.policy === 'nonce'
    ? withNonce(request, { postsTo: route.postsTo })
    : NextResponse.next()
}

export const config = {
  matcher: [
    // Every page that is made for one request (lib/routes/shop-routes.test.ts).
    '/login',
    '/signup',
    '/reset',
    '/verify-email',
    '/pickup',
    '/refund-account',
    '/checkout-success',
    '/account/:path*',
    '/owner/:path*',
    '/checkout',
    '/checkout/:path*',
    '/__/auth/:path*',
    '/__/firebase/:path*',
    '/C/:path*',
    '/c/:id([^/]*[A-Z][^/]*)/:path*',
    { source: '/(c|01)/:path*', has: [{ type: 'query', key: 'linkType' }] },
    { source: '/(c|01)/:path*', has: [{ type: 'header', key: 'accept', value: '.*linkset.*' }] },
    { source: '/:path*', has: [{ type: 'header', key: 'accept', value: '.*text/markdown.*' }] },
    // Posts have a content type; page requests have none.
    { source: '/((?!api/).*)', has: [{ type: 'header', key: 'content-type' }] },
    { source: '/((?!api/).*)', has: [{ type: 'header', key: 'next-action' }] },
  ],
}
