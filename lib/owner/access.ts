import 'server-only'

import { notFound } from 'next/navigation'

import type { FullAccount } from '../account/account.ts'
import { readAccount } from '../account/require-account.ts'
import { verifySession, verifySignIn } from '../adapters/firebase-auth/sessions.ts'
import { mayBeginSession, opensOwnerPage } from '../account/session.ts'

/** The owner who asks; for everybody else there is no such page or action (404). Throws when the sign-in service does not answer within 8 s. */
export async function requireOwner(): Promise<FullAccount> {
  const account = await readAccount()
  return account && opensOwnerPage(account, new Date()) ? account : notFound()
}

/** By what an owner can prove to be the one at the keyboard: as the session began. */
export function proofOf({ email, method }: FullAccount) {
  return { email, method: method === 'other' ? ('password' as const) : method }
}

/** Whether a session cookie opens the owner's page. Throws when the sign-in service does not answer within 8 s. */
export async function isOwnerSession(cookie: string | undefined): Promise<boolean> {
  const account = cookie === undefined ? null : await verifySession(cookie)
  return account !== null && opensOwnerPage(account, new Date())
}

/** Whether an ID token proves that this very owner signed in, by password or a provider's window, within the last five minutes. */
export async function isSignedInAgain(owner: FullAccount, idToken: string): Promise<boolean> {
  const verified = await verifySignIn(idToken)
  if (!verified || verified.claims.uid !== owner.uid) return false
  return mayBeginSession(verified.claims, new Date())
}
