import 'server-only'

import { createHash, timingSafeEqual } from 'node:crypto'

import { type Settings, settings } from '../settings/env.ts'

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * Whether an authorization header is the scheduler's: Bearer and SWEEP_SECRET, or the one before it
 * while it is exchanged. Compared in constant time.
 */
export function isScheduler(
  authorization: string | null,
  secrets: Pick<Settings, 'SWEEP_SECRET' | 'SWEEP_SECRET_PREVIOUS'> = settings(),
): boolean {
  const { SWEEP_SECRET, SWEEP_SECRET_PREVIOUS = SWEEP_SECRET } = secrets
  const given = digest(authorization ?? '')
  const matches = [SWEEP_SECRET, SWEEP_SECRET_PREVIOUS].map((secret) =>
    timingSafeEqual(given, digest(`Bearer ${secret}`)),
  )
  return matches.includes(true)
}
