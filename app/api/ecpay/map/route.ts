import { readText } from '#lib/http/read-body.ts'
import { logFailure } from '#lib/log/log.ts'
import { takeMapReply } from '#lib/parcel/store-map.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { SHOP_ROUTES } from '#lib/routes/shop-routes.ts'

const { body: MOST_BYTES } = SHOP_ROUTES['/api/ecpay/map']

const NEVER = { 'cache-control': 'no-store' }

async function nextPath(request: Request): Promise<string | undefined> {
  const broken = `${PATHS.checkout}?store_error=invalid`
  const body = await readText(request, MOST_BYTES)
  if (typeof body === 'number') return broken
  try {
    return await takeMapReply(body, new Date())
  } catch (error) {
    logFailure('store-map', error)
    return broken
  }
}

/**
 * The carrier's map posts the buyer's browser here without cookies. Always continues to the
 * checkout.
 */
export async function POST(request: Request): Promise<Response> {
  const location = await nextPath(request)
  if (location === undefined) return new Response(null, { status: 404, headers: NEVER })
  return new Response(null, { status: 303, headers: { ...NEVER, location } })
}
