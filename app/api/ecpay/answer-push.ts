import { after } from 'next/server'

import { readBytes, refuseBody } from '#lib/http/read-body.ts'
import { logFailure } from '#lib/log/log.ts'
import { receiveWebhook } from '#lib/payment/receive-webhook.ts'
import { SHOP_ROUTES } from '#lib/routes/shop-routes.ts'
import { finishWritten } from '#lib/sweep/sweep.ts'

const { body: MOST_BYTES } = SHOP_ROUTES['/api/ecpay/paid']

function plain(status: number, text: string): Response {
  const headers = { 'cache-control': 'no-store', 'content-type': 'text/plain' }
  return new Response(text, { status, headers })
}

// A number that is not this shop's is acknowledged too: repeating it would change nothing.
const ANSWERS = {
  settled: plain.bind(null, 200, '1|OK'),
  'unknown-order': plain.bind(null, 200, '1|OK'),
  forged: plain.bind(null, 400, '0|CheckMacValue Error'),
  malformed: plain.bind(null, 400, '0|Error'),
  // Without ECPay's payment nothing is at this address.
  'no-account': () => new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } }),
  unverified: plain.bind(null, 503, '0|Error'),
} as const

/** Answers ECPay's push about a payment: a hint, answered `1|OK`. A failure of ours answers 503, so that it comes again. */
export async function answerPush(provider: 'ecpay' | 'ecpay-code', request: Request) {
  const body = await readBytes(request, MOST_BYTES)
  if (typeof body === 'number') return refuseBody(body)
  after(finishWritten)
  try {
    return ANSWERS[await receiveWebhook(provider, request.headers, body, new Date())]()
  } catch (error) {
    logFailure('ecpay-paid', error)
    return plain(503, '0|Error')
  }
}
