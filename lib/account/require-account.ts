import 'server-only'

import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'

import { verifySession } from '../adapters/firebase-auth/sessions.ts'
import { loginPath } from '../site/paths.ts'
import type { FullAccount } from './account.ts'
import { SESSION_COOKIE } from './session.ts'

/** The signed-in member, or null; asked once a request. Revoked, expired and forged sessions are nobody. Throws when the sign-in service does not answer within 8 s. */
export const readAccount = cache(async (): Promise<FullAccount | null> => {
  const cookie = (await cookies()).get(SESSION_COOKIE)?.value
  return cookie ? verifySession(cookie) : null
})

/** The signed-in member of a page; anybody else is sent to sign in and then back to `here`, a path of this site. */
export async function requireAccount(here: string): Promise<FullAccount> {
  return (await readAccount()) ?? redirect(loginPath(here))
}
