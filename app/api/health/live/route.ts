import { connection } from 'next/server'

import { isLive } from '#lib/health/health.ts'

/** Whether this instance serves: 503 only where it alone is stuck, for restarting it would not bring a service back. */
export async function GET(): Promise<Response> {
  await connection()
  const live = await isLive()
  const headers = { 'cache-control': 'no-store' }
  return Response.json({ live }, { status: live ? 200 : 503, headers })
}
