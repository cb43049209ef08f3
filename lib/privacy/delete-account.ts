import 'server-only'

import { removeSessions } from '#lib/account/account-store.ts'
import { type Account, isFreshSignIn } from '#lib/account/account.ts'
import { endSession } from '#lib/account/session.ts'
import { verifySignIn } from '#lib/adapters/firebase-auth/sessions.ts'
import { recordAudit } from '#lib/audit/record.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { endAccount, eraseUnpaid } from './erase-customer.ts'

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
  await endAccount(account.uid, now)
  await endSession()
  await removeSessions(account.uid)
  await eraseUnpaid(account.uid, now)
  await recordAudit({ kind: 'account-deleted', who: account.uid, outcome: 'ok' })
  return ok(null)
}
