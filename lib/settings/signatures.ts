import 'server-only'

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

import { settings } from './env.ts'

/**
 * Signatures of a text by the current and the previous SWEEP_SECRET, the current one first. Each `use` has a key of its
 * own, so that no other use of the secret signs for it.
 */
export function signatures(text: string, use: string): readonly Buffer[] {
  const { SWEEP_SECRET, SWEEP_SECRET_PREVIOUS } = settings()
  return [SWEEP_SECRET, SWEEP_SECRET_PREVIOUS].flatMap((secret) => {
    if (secret === undefined) return []
    const key = Buffer.from(hkdfSync('sha256', secret, '', use, 32))
    return [createHmac('sha256', key).update(text).digest()]
  })
}

/** Whether a base64url text is one of the signatures of a text; compared in constant time. */
export function isSignature(signature: string, text: string, use: string): boolean {
  const given = Buffer.from(signature, 'base64url')
  return signatures(text, use).some(
    (own) => own.length === given.length && timingSafeEqual(own, given),
  )
}
