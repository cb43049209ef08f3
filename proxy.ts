import { type NextRequest, NextResponse } from 'next/server'

import { SESSION_COOKIE } from '#lib/account/session.ts'
import { settings } from '#lib/env.ts'
import { ACTION_HEADER, actionRefusal } from '#lib/site/action-request.ts'
import { loginPath } from '#lib/site/paths.ts'

// Google's sign-in pages under the shop's own host, so that browsers that block third-party storage let the window answer. The shop's cookies are not Google's business.
function toFirebase(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl
  const headers = new Headers(request.headers)
  headers.delete('cookie')
  const target = `https://${settings().FIREBASE_PROJECT_ID}.firebaseapp.com${pathname}${search}`
  return NextResponse.rewrite(target, { request: { headers } })
}

// Next answers a call that it cannot read with 500 and a stack in the log; the shop's own pages never send one.
async function toAction(request: NextRequest): Promise<NextResponse> {
  const status = await actionRefusal(request.headers, () => request.text())
  return status === undefined ? NextResponse.next() : new NextResponse(null, { status })
}

/** Refuses calls of actions that no page of the shop sends. Sends strangers from a member's pages to sign in. It sees only that a session cookie is there: the pages and actions ask whether it holds. */
export function proxy(request: NextRequest): NextResponse | Promise<NextResponse> {
  const { pathname, search } = request.nextUrl
  if (pathname.startsWith('/__/')) return toFirebase(request)
  if (request.method === 'POST' && request.headers.has(ACTION_HEADER)) return toAction(request)
  // An action answers for itself; a redirect would lose what was posted.
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || request.cookies.has(SESSION_COOKIE)) return NextResponse.next()
  return NextResponse.redirect(new URL(loginPath(pathname + search), request.url))
}

export const config = {
  matcher: [
    '/account/:path*',
    '/checkout',
    '/checkout/:path*',
    '/__/auth/:path*',
    '/__/firebase/:path*',
    { source: '/:path*', has: [{ type: 'header', key: 'next-action' }] },
  ],
}
