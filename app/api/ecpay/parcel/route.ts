import { readText, refuseBody } from '#lib/http/read-body.ts'
import { logFailure } from '#lib/log/log.ts'
import { receivePush } from '#lib/parcel/track-parcels.ts'
import { SHOP_ROUTES } from '#lib/routes/shop-routes.ts'

const { body: MOST_BYTES } = SHOP_ROUTES['/api/ecpay/parcel']

const headers = { 'cache-control': 'no-store' }

function plain(status: number, text: string): Response {
  return new Response(text, { status, headers: { ...headers, 'content-type': 'text/plain' } })
}

const ANSWERS = {
  noted: plain.bind(null, 200, '1|OK'),
  forged: plain.bind(null, 400, '0|CheckMacValue Error'),
  'no-carrier': () => new Response(null, { status: 404, headers }),
} as const

/** ECPay's push about a parcel: a hint, answered `1|OK`. A failure of ours answers 503, so that it comes again. */
export async function POST(request: Request): Promise<Response> {
  const body = await readText(request, MOST_BYTES)
  if (typeof body === 'number') return refuseBody(body)
  try {
    return ANSWERS[await receivePush(body, new Date())]()
  } catch (error) {
    logFailure('ecpay-push', error)
    return new Response(null, { status: 503, headers })
  }
}
