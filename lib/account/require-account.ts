import 'server-only'

import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { after, connection } from 'next/server'
import { cache } from 'react'

import { saveSessionUse, type OpenSession, verifySession } from './session-store.ts'
import { logFailure } from '../log/log.ts'
import { settings } from '../settings/env.ts'
import { loginPath } from '../routes/paths.ts'
import { type FullAccount, isSentTwice, sessionCookieName, deviceName } from './account.ts'

/** Returns the session cookie's value, or undefined if the browser sends two. */
export async function sessionCookie(): Promise<string | undefined> {
  // First what only a request has: a build, which has no settings, ends here.
  const sent = (await headers()).get('cookie')
  const name = sessionCookieName(settings())
  if (isSentTwice(sent, name)) return undefined
  return (await cookies()).get(name)?.value
}

async function keepUse({ id, account }: OpenSession, userAgent: string): Promise<void> {
  const { uid, signedInAt: authTime } = account
  const used = {
    id,
    uid,
    authTime,
    device: deviceName(userAgent),
    seenAt: new Date().toISOString(),
  }
  await saveSessionUse(used).catch((error: unknown) => logFailure('session-use', error))
}

/**
 * The session of this request, or null. Costs one lookup a request. Throws SignInUnavailable after
 * 8 s.
 */
export const readSession = cache(async (): Promise<OpenSession | null> => {
  const cookie = await sessionCookie()
  const session = cookie ? await verifySession(cookie) : null
  const userAgent = (await headers()).get('user-agent') ?? ''
  if (session?.isUseNew) after(() => keepUse(session, userAgent))
  return session
})

/** Returns the signed-in member, or null; see `readSession`. */
export async function readAccount(): Promise<FullAccount | null> {
  return (await readSession())?.account ?? null
}

/** The signed-in member of a page; anybody else is sent to sign in and then back to `here`, a path of this site. */
export async function requireAccount(here: string): Promise<FullAccount> {
  return (await readAccount()) ?? redirect(loginPath(here))
}

/** The sign-in service's public settings, read at request time, not at build time. */
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

/** Public settings with which the browser reaches the sign-in service; passed by the page at run time. */
export type WebConfig = {
  readonly apiKey: string
  readonly authDomain: string
  readonly projectId: string
  /** The host and port of the stand-in; only in local mode. */
  readonly emulatorHost?: string
}
