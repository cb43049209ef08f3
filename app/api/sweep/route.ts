import { after } from 'next/server'

import { logFailure } from '#lib/log.ts'
import { sendWritten } from '#lib/mail/send-mails.ts'
import { isScheduler } from '#lib/payment/require-scheduler.ts'
import { sweep } from '#lib/sweep.ts'

/**
 * Finishes or expires open payments and sends due mails.
 * A scheduler that knows the secret calls it every few minutes.
 */
export async function POST(request: Request): Promise<Response> {
  if (!isScheduler(request.headers.get('authorization'))) return new Response(null, { status: 401 })
  after(sendWritten)
  try {
    return Response.json(await sweep(new Date()))
  } catch (error) {
    logFailure('sweep', error)
    return new Response(null, { status: 503 })
  }
}
