import { SWEEP_SECRET } from '../../local/environment.ts'
import { expect } from './expect.ts'

/** Sweeps a shop once, as its scheduler does; returns what the sweep answers. */
export async function sweepShop(shop: string): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${SWEEP_SECRET}` }
  const response = await fetch(`${shop}/api/sweep`, { method: 'POST', headers })
  expect(response.status).toBe(200)
  return Object(await response.json())
}
