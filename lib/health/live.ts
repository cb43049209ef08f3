import 'server-only'

import { databaseAwaySince } from '../adapters/firestore/database.ts'
import { settings } from '../settings/env.ts'

/** A process that reaches nothing for so long may be stuck by itself, in milliseconds. */
const STUCK_AFTER = 60_000

/** Deadline of a probe of Google's front end, in milliseconds. */
const DEADLINE = 2_000

/**
 * True if only this process can't reach the database for a minute, while the host answers. A
 * restart would help.
 */
export async function isStuck(
  awaySince: number | undefined,
  now: number,
  reaches: () => Promise<boolean>,
): Promise<boolean> {
  if (awaySince === undefined || now - awaySince < STUCK_AFTER) return false
  return reaches()
}

// Any answer of the host says that the network is there; a stand-in speaks no HTTP that could tell.
async function reachesFirestore(): Promise<boolean> {
  if (settings().mode === 'local') return false
  try {
    const signal = AbortSignal.timeout(DEADLINE)
    await fetch('https://firestore.googleapis.com/', { method: 'HEAD', signal })
    return true
  } catch {
    return false
  }
}

/** Whether this instance should go on: false where it alone is stuck, so that its host replaces it. */
export async function isLive(): Promise<boolean> {
  return !(await isStuck(databaseAwaySince(), Date.now(), reachesFirestore))
}
