import { after } from 'next/server'

import { readBytes, refuseBody } from '#lib/http/read-body.ts'
import { logFailure } from '#lib/log/log.ts'
import { ORDER_DOCUMENT } from '#lib/order/order.ts'
import { receiveWebhook } from '#lib/payment/receive-webhook.ts'
import { PATHS, returnPath } from '#lib/routes/paths.ts'
import { SHOP_ROUTES } from '#lib/routes/shop-routes.ts'
import { finishWritten } from '#lib/sweep/sweep.ts'

const { body: MOST_BYTES } = SHOP_ROUTES['/api/ecpay/back']

// The page asks ECPay itself, so it may be opened on a forged form's word too.
function pageOf(body: Uint8Array): string {
  const fields = new URLSearchParams(new TextDecoder().decode(body))
  const id = fields.get('CustomField1') ?? ''
  if (!ORDER_DOCUMENT.test(id)) return PATHS.orders
  const number = encodeURIComponent(fields.get('MerchantTradeNo') ?? '')
  return `${returnPath('ecpay', id)}?no=${number}`
}

/**
 * ECPay's cashier posts the buyer's browser here, without cookies as it comes from another site. Continues to the page
 * of the payment, which needs none; a signed form tells as much as a push.
 */
export async function POST(request: Request): Promise<Response> {
  const body = await readBytes(request, MOST_BYTES)
  if (typeof body === 'number') return refuseBody(body)
  after(finishWritten)
  try {
    await receiveWebhook('ecpay', request.headers, body, new Date())
  } catch (error) {
    logFailure('ecpay-back', error)
  }
  const headers = { 'cache-control': 'no-store', location: pageOf(body) }
  return new Response(null, { status: 303, headers })
}
