'use server'

import { z } from 'zod'

import { endSession as end, startSession as start } from '#lib/account/session.ts'
import { logUnavailable } from '#lib/log/log.ts'
import { type Failure, fail } from '#lib/result.ts'

const idTokenSchema = z.string().min(1).max(16_384)

/** Exchanges the browser's fresh ID token for the session; the answer says only whether it went well. */
export async function startSession(
  idToken: string,
): Promise<{ ok: true } | Failure<'refused' | 'too-often' | 'unavailable'>> {
  const parsed = idTokenSchema.safeParse(idToken)
  if (!parsed.success) return fail('refused')
  try {
    const started = await start(parsed.data)
    return started.ok ? { ok: true } : started
  } catch (error) {
    return logUnavailable('start-session', error)
  }
}

export async function endSession(): Promise<void> {
  await end()
}
