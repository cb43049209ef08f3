import { after } from 'next/server'

import { readBytes, refuseBody } from '#lib/http/read-body.ts'
import { logFailure } from '#lib/log/log.ts'
import { receiveWebhook } from '#lib/payment/receive-webhook.ts'
import { SHOP_ROUTES } from '#lib/routes/shop-routes.ts'
import { finishWritten } from '#lib/sweep/sweep.ts'

const { body: MOST_BYTES } = SHOP_ROUTES['/api/paypal/webhook']

const ANSWERS = {
  settled: 200,
  'unknown-order': 200,
  forged: 401,
  malformed: 400,
  unverified: 503,
  'no-account': 404,
} as const

/** PayPal's webhook: a failure of ours answers 503, so that PayPal repeats the event. */
export async function POST(request: Request): Promise<Response> {
  const body = await readBytes(request, MOST_BYTES)
  if (typeof body === 'number') return refuseBody(body)
  after(finishWritten)
  try {
    const received = await receiveWebhook('paypal', request.headers, body, new Date())
    return new Response(null, { status: ANSWERS[received] })
  } catch (error) {
    logFailure('webhook', error)
    return new Response(null, { status: 503 })
  }
}
