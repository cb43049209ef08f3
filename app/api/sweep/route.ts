import { isScheduler } from '#lib/payment/require-scheduler.ts'
import { sweepPayments } from '#lib/payment/sweep-payments.ts'
import { logFailure } from '#lib/log.ts'

/** Finishes or expires open payments; called every few minutes by a scheduler that knows the secret. */
export async function POST(request: Request): Promise<Response> {
  if (!isScheduler(request.headers.get('authorization'))) return new Response(null, { status: 401 })
  try {
    return Response.json(await sweepPayments(new Date()))
  } catch (error) {
    logFailure('sweep', error)
    return new Response(null, { status: 503 })
  }
}
