import { receiveWebhook } from '#lib/payment/receive-webhook.ts'
import { reportFailure } from '#lib/report/report-event.ts'

/** More than any event of PayPal's has. */
const MAX_BYTES = 256 * 1024

const ANSWERS = { settled: 200, 'unknown-order': 200, forged: 401, malformed: 400 } as const

async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BYTES) return undefined
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) return undefined
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** PayPal's webhook: a failure of ours answers 503, so that PayPal repeats the event. */
export async function POST(request: Request): Promise<Response> {
  const body = await readBytes(request)
  if (!body) return new Response(null, { status: 413 })
  try {
    const received = await receiveWebhook(request.headers, body, new Date())
    return new Response(null, { status: ANSWERS[received] })
  } catch (error) {
    reportFailure('webhook', error)
    return new Response(null, { status: 503 })
  }
}
