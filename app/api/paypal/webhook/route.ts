import { after } from 'next/server'

import { finishWritten } from '#lib/sweep/after-answer.ts'
import { receiveWebhook } from '#lib/order/payment/receive-webhook.ts'
import { logFailure } from '#lib/log/log.ts'

/** More than any event of PayPal's has. */
const MAX_BYTES = 256 * 1024

const ANSWERS = {
  settled: 200,
  'unknown-order': 200,
  forged: 401,
  malformed: 400,
  unverified: 503,
} as const

// The body, or the status that says why there is none: it is too large, or it broke off.
async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer> | 400 | 413> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BYTES) return 413
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > MAX_BYTES) return 413
      chunks.push(chunk)
    }
  } catch {
    return 400
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** PayPal's webhook: a failure of ours answers 503, so that PayPal repeats the event. */
export async function POST(request: Request): Promise<Response> {
  const body = await readBytes(request)
  if (typeof body === 'number') return new Response(null, { status: body })
  after(finishWritten)
  try {
    const received = await receiveWebhook('paypal', request.headers, body, new Date())
    return new Response(null, { status: ANSWERS[received] })
  } catch (error) {
    logFailure('webhook', error)
    return new Response(null, { status: 503 })
  }
}
