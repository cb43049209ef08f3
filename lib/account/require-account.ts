import 'server-only'

import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { connection } from 'next/server'
import { cache } from 'react'

import { verifySession } from '../adapters/firebase-auth/sessions.ts'
import { settings } from '../settings/env.ts'
import { loginPath } from '../site/paths.ts'
import type { FullAccount } from './account.ts'
import { SESSION_COOKIE } from './session.ts'

/**
 * Returns the signed-in member, or null. Asks the sign-in service once a request.
 * Throws SignInUnavailable when it does not answer within 8 s.
 */
export const readAccount = cache(async (): Promise<FullAccount | null> => {
  const cookie = (await cookies()).get(SESSION_COOKIE)?.value
  return cookie ? verifySession(cookie) : null
})

/** The signed-in member of a page; anybody else is sent to sign in and then back to `here`, a path of this site. */
export async function requireAccount(here: string): Promise<FullAccount> {
  return (await readAccount()) ?? redirect(loginPath(here))
}

/** The sign-in service's public settings of this deployment, read when a page is asked for, not when it is built. */
export async function readWebConfig(): Promise<WebConfig> {
  await connection()
  const { FIREBASE_API_KEY, FIREBASE_AUTH_DOMAIN, FIREBASE_PROJECT_ID, mode, ...rest } = settings()
  const emulatorHost = rest.FIREBASE_AUTH_EMULATOR_HOST
  return {
    apiKey: FIREBASE_API_KEY,
    authDomain: FIREBASE_AUTH_DOMAIN,
    projectId: FIREBASE_PROJECT_ID,
    ...(mode === 'local' && emulatorHost ? { emulatorHost } : {}),
  }
}

/** What the browser needs to speak to the sign-in service; public, and given by the page at run time. */
export type WebConfig = {
  readonly apiKey: string
  readonly authDomain: string
  readonly projectId: string
  /** The host and port of the stand-in; only in local mode. */
  readonly emulatorHost?: string
}
