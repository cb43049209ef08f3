import { findStores } from '#lib/parcel/find-stores.ts'
import { storesFrom } from '#lib/settings/ecpay-products.ts'
import { storeQuerySchema } from '#lib/parcel/store-search.ts'
import { hasPublicAllowance } from '#lib/limit/require-allowance.ts'

const NEVER = { 'cache-control': 'no-store' }
// The lists change once a day, and the server checks the store again when the order is placed.
const AN_HOUR = { 'cache-control': 'public, max-age=3600' }

function refuse(status: number): Response {
  return new Response(null, { status, headers: NEVER })
}

/**
 * The stores of a chain, in JSON: those of a district (chain, city, district), or the best matches of a text (chain,
 * text). 404 where this shop has no lists, 503 while there is none yet.
 */
export async function GET(request: Request): Promise<Response> {
  if (storesFrom() !== 'list') return refuse(404)
  const query = storeQuerySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!query.success) return refuse(400)
  if (!(await hasPublicAllowance('stores'))) return refuse(429)
  const answer = await findStores(query.data)
  return answer ? Response.json(answer, { headers: AN_HOUR }) : refuse(503)
}
