import { connection } from 'next/server'

import { readHealth } from '#lib/health.ts'

/** Whether the shop can sell: 200 when Firestore and PayPal answer, 503 when one does not. For a monitor; a balancer asks /api/health/live. */
export async function GET(): Promise<Response> {
  await connection()
  const health = await readHealth()
  const headers = { 'cache-control': 'no-store' }
  return Response.json(health, { status: health.healthy ? 200 : 503, headers })
}
