import 'server-only'

import { removeMember } from '../adapters/firebase-auth/members.ts'
import { verifySignIn } from '../adapters/firebase-auth/sessions.ts'
import { removeMemberDocuments } from '../adapters/firestore/members.ts'
import { ok, fail, type Result } from '../result.ts'
import type { Account } from './account.ts'
import { mayBeginSession } from './session.ts'
import { endSession } from './start-session.ts'

/** Deletes the member's account after a fresh sign-in to that very account. What the shop keeps of the member goes first, the account last, so that a failure in between can be repeated; orders stay (tax law). */
export async function deleteAccount(
  account: Account,
  idToken: string,
): Promise<Result<null, 'refused' | 'another-account'>> {
  const verified = await verifySignIn(idToken)
  if (!verified || !mayBeginSession(verified.claims, new Date())) return fail('refused')
  if (verified.claims.uid !== account.uid) return fail('another-account')
  await removeMemberDocuments(account.uid)
  await removeMember(account.uid)
  await endSession()
  return ok(null)
}
