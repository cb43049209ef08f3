import { after, connection } from 'next/server'

import { readHealth } from '#lib/health.ts'
import { sweepWhenLate } from '#lib/watch-sweeps.ts'

/**
 * Whether the shop can sell: 200 when Firestore and PayPal answer and sweeps come, else 503. For a monitor.
 * A balancer asks /api/health/live.
 */
export async function GET(): Promise<Response> {
  await connection()
  const health = await readHealth()
  const headers = { 'cache-control': 'no-store' }
  // Why a service does not answer stands in the log; a stranger is told only that it does not.
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
