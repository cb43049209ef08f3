import { SWEEP_SECRET } from '../../local/environment.ts'
import { expect } from './expect.ts'

/** Requests a sweep, as a scheduler does; returns the response whatever its status. */
export function requestSweep(shop: string): Promise<Response> {
  const headers = { authorization: `Bearer ${SWEEP_SECRET}` }
  return fetch(`${shop}/api/sweep`, { method: 'POST', headers })
}

/** Sweeps a shop once, as its scheduler does; returns what the sweep answers. */
export async function sweepShop(shop: string): Promise<Record<string, unknown>> {
  const response = await requestSweep(shop)
  expect(response.status).toBe(200)
  return Object(await response.json())
}
