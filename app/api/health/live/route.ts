import { connection } from 'next/server'

/** Whether this instance serves at all, whatever its services do: restarting it would not bring PayPal back. */
export async function GET(): Promise<Response> {
  await connection()
  return Response.json({ live: true }, { headers: { 'cache-control': 'no-store' } })
}
