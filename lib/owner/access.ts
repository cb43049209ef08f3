import 'server-only'

import { notFound } from 'next/navigation'

import type { FullAccount } from '../account/account.ts'
import { readAccount } from '../account/require-account.ts'
import { mayBeginSession, opensOwnerPage } from '../account/session.ts'
import { verifySession } from '../account/verify-session.ts'
import { verifySignIn } from '../adapters/firebase-auth/sessions.ts'

/**
 * The signed-in owner; everybody else gets a 404. Throws when the sign-in service does not answer
 * within 8 s.
 */
export async function requireOwner(): Promise<FullAccount> {
  const account = await readAccount()
  return account && opensOwnerPage(account, new Date()) ? account : notFound()
}

/** How an owner can sign in again: by the method that the session began with. */
export function proofOf({ email, method }: FullAccount) {
  return { email, method: method === 'other' ? ('password' as const) : method }
}

/** Whether a session cookie opens the owner's page. Throws when the sign-in service does not answer within 8 s. */
export async function isOwnerSession(cookie: string | undefined): Promise<boolean> {
  const session = cookie === undefined ? null : await verifySession(cookie)
  return session !== null && opensOwnerPage(session.account, new Date())
}

/** Whether an ID token proves that this owner signed in again within the last five minutes. */
export async function isSignedInAgain(owner: FullAccount, idToken: string): Promise<boolean> {
  const verified = await verifySignIn(idToken)
  if (!verified || verified.claims.uid !== owner.uid) return false
  return mayBeginSession(verified.claims, new Date())
}
