import { hasPublicAllowance } from '#lib/limit/require-allowance.ts'
import { storeQuerySchema } from '#lib/parcel/search-stores.ts'
import { findStores } from '#lib/parcel/store-lists.ts'
import { storesFrom } from '#lib/settings/env.ts'

const NEVER = { 'cache-control': 'no-store' }
// The lists change once a day, and the server checks the store again when the order is placed.
const AN_HOUR = { 'cache-control': 'public, max-age=3600' }

function refuse(status: number): Response {
  return new Response(null, { status, headers: NEVER })
}

/** Returns stores by district or by text as JSON. 404 without lists, 503 before the first one. */
export async function GET(request: Request): Promise<Response> {
  if (storesFrom() !== 'list') return refuse(404)
  const query = storeQuerySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!query.success) return refuse(400)
  if (!(await hasPublicAllowance('stores'))) return refuse(429)
  const answer = await findStores(query.data)
  return answer ? Response.json(answer, { headers: AN_HOUR }) : refuse(503)
}
