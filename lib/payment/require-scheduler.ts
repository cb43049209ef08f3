import 'server-only'

import { createHash, timingSafeEqual } from 'node:crypto'

import { settings } from '../settings/env.ts'

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Whether an authorization header is the scheduler's: Bearer and SWEEP_SECRET, compared in constant time. */
export function isScheduler(authorization: string | null): boolean {
  const expected = `Bearer ${settings().SWEEP_SECRET}`
  return timingSafeEqual(digest(authorization ?? ''), digest(expected))
}
