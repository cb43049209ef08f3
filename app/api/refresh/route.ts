import { revalidatePath } from 'next/cache'

import { refreshKey } from '#lib/http/follow-changes.ts'

/** Regenerates every static page. Only this process has the key, made at startup. */
export function POST(request: Request): Response {
  if (request.headers.get('x-refresh') !== refreshKey()) return new Response(null, { status: 404 })
  revalidatePath('/', 'layout')
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}
