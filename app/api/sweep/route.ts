import { after } from 'next/server'

import { logFailure } from '#lib/log/log.ts'
import { finishWritten, isScheduler, sweep } from '#lib/sweep/sweep.ts'

// Prevents a proxy from caching the answer.
const headers = { 'cache-control': 'no-store' }

function empty(status: number, more: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status, headers: { ...headers, ...more } })
}

/**
 * Settles or expires open payments and sends due mails. A scheduler with the secret calls it every
 * few minutes.
 */
export async function POST(request: Request): Promise<Response> {
  if (!isScheduler(request.headers.get('authorization'))) {
    return empty(401, { 'www-authenticate': 'Bearer' })
  }
  after(finishWritten)
  try {
    return Response.json(await sweep(new Date()), { headers })
  } catch (error) {
    logFailure('sweep', error)
    return empty(503)
  }
}

/** The same for schedulers that can only GET (Vercel's). The secret is in a header, which no link, crawler or prefetch sends. */
export const GET = POST

/** Next would answer a HEAD by a whole GET. */
export function HEAD(): Response {
  return empty(405, { allow: 'GET, POST' })
}
