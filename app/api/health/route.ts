import { after, connection } from 'next/server'

import { readHealth } from '#lib/health/health.ts'
import { sweepWhenLate } from '#lib/sweep/sweep.ts'

/**
 * 200 when Firestore and PayPal answer and sweeps run, else 503. Load balancers use
 * /api/health/live.
 */
export async function GET(): Promise<Response> {
  await connection()
  const health = await readHealth()
  const headers = { 'cache-control': 'no-store' }
  // Failure reasons go to the log only; the response is public.
  const { firestore, paypal, healthy, sweepLate } = health
  if (sweepLate) after(sweepWhenLate)
  const publicFacts = ({ answers, milliseconds }: typeof firestore) => ({ answers, milliseconds })
  const body = {
    healthy,
    firestore: publicFacts(firestore),
    paypal: publicFacts(paypal),
    sweepLate,
  }
  return Response.json(body, { status: healthy ? 200 : 503, headers })
}
