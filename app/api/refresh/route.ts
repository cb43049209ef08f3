import { revalidatePath } from 'next/cache'

import { refreshKey } from '#lib/product/refresh-key.ts'

/** Has every static page made anew. Only this process asks: the key is made at its start. */
export function POST(request: Request): Response {
  if (request.headers.get('x-refresh') !== refreshKey()) return new Response(null, { status: 404 })
  revalidatePath('/', 'layout')
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}
