import 'server-only'

import { hash } from 'node:crypto'

import { headers } from 'next/headers'
import { after } from 'next/server'

import { DatabaseUnavailable } from '#lib/adapters/firestore/database.ts'
import { logFailure } from '#lib/log/log.ts'
import { settings } from '#lib/settings/env.ts'
import {
  allowanceCounter,
  FUSE,
  type LimitedAction,
  type PublicLimited,
  clientOf,
} from './allowance.ts'
import { shareUse } from './limit-store.ts'

const take = allowanceCounter(shareUse)

/** Consumes a member's allowance and returns whether it sufficed. Shares use after the response. */
export function hasAllowance(uid: string, kind: LimitedAction, weight = 1): boolean {
  const { allowed, tell } = take(uid, kind, { at: Date.now(), weight })
  if (tell) {
    after(async () => {
      try {
        await tell()
      } catch (error) {
        // This process continues with its own count.
        if (error instanceof DatabaseUnavailable) logFailure('action-limit', error)
        else throw error
      }
    })
  }
  return allowed
}

const takeAlone = allowanceCounter(async () => [])
const takeTogether = allowanceCounter(async () => [], FUSE)

/** Consumes a public allowance, per trusted client address and below a limit for all visitors. */
export async function hasPublicAllowance(kind: PublicLimited): Promise<boolean> {
  const use = { at: Date.now(), weight: 1 }
  const client = clientOf(await headers(), settings().CLIENT_ADDRESS)
  if (client !== undefined && !takeAlone(client, kind, use).allowed) return false
  return takeTogether('', kind, use).allowed
}

/**
 * Whether a session may ask for one more of a member's pages now; this process counts alone. Kept by
 * its hash: a made-up cookie has kilobytes.
 */
export function hasPageAllowance(session: string): boolean {
  return takeAlone(hash('sha256', session, 'base64url'), 'page', { at: Date.now(), weight: 1 })
    .allowed
}
