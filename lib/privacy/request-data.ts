import 'server-only'

import type { Account, DataRequestKind, FullAccount } from '../account/account.ts'
import { LIMITS, standingOf } from '../account/standing.ts'
import { dataRequestsOf, readMember, saveDataRequest } from '../adapters/firestore/members.ts'
import { recordAudit } from '../audit/record.ts'
import { writeDataRequestMails } from '../mail/send-mails.ts'
import { fail, ok, type Result } from '../result.ts'

/**
 * Stores a request for a copy or the erasure of data. Requires a verified e-mail. Throws
 * DatabaseUnavailable.
 */
export async function requestData(
  account: FullAccount,
  { kind }: { readonly kind: DataRequestKind },
): Promise<Result<null, 'email-unverified'>> {
  const { uid, email } = account
  const { hasPaid } = await readMember(uid)
  if (!LIMITS[standingOf({ ...account, hasPaid })].dataRequests) return fail('email-unverified')
  const now = new Date()
  const request = { uid, email, kind, askedAt: now.toISOString() }
  await saveDataRequest(request)
  await writeDataRequestMails([request], 'requested', now)
  await recordAudit({ kind: 'data-request', who: uid, object: kind, outcome: 'ok' })
  return ok(null)
}

/** Returns the member's open data requests; one query. Throws DatabaseUnavailable. */
export async function findDataRequests({
  uid,
}: Pick<Account, 'uid'>): Promise<readonly DataRequestKind[]> {
  return (await dataRequestsOf({ uid, email: '' })).map(({ kind }) => kind)
}
