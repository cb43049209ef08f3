import 'server-only'

import { removeSessions } from '../account/account-store.ts'
import { type Account, isFreshSignIn } from '../account/account.ts'
import { endSession } from '../account/session.ts'
import { verifySignIn } from '../adapters/firebase-auth/sessions.ts'
import { recordAudit } from '../audit/record.ts'
import { eraseUnpaid, endAccount } from '../owner/customer-data.ts'
import { fail, ok, type Result } from '../result.ts'

/**
 * Deletes the account after a fresh sign-in and anonymizes unpaid orders. Can be retried
 * after a failure.
 */
export async function deleteAccount(
  account: Account,
  idToken: string,
): Promise<Result<null, 'refused' | 'another-account'>> {
  const verified = await verifySignIn(idToken)
  if (!verified || !isFreshSignIn(verified.claims, new Date())) return fail('refused')
  if (verified.claims.uid !== account.uid) return fail('another-account')
  const now = new Date()
  await endAccount(account.uid)
  await endSession()
  await removeSessions(account.uid)
  await eraseUnpaid(account.uid, now)
  await recordAudit({ kind: 'account-deleted', who: account.uid, outcome: 'ok' })
  return ok(null)
}
