import { after } from 'next/server'

import { logFailure } from '#lib/log.ts'
import { sendWritten } from '#lib/mail/send-mails.ts'
import { isScheduler } from '#lib/payment/require-scheduler.ts'
import { sweep } from '#lib/sweep.ts'

/** Finishes or expires open payments, and sends what mails are due; called every few minutes by a scheduler that knows the secret. */
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
