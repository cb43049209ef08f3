import 'server-only'

import { dataRequestsOf, saveDataRequest } from '../adapters/firestore/data-requests.ts'
import { log } from '../log.ts'
import { ok, type Result } from '../result.ts'
import type { Account, DataRequestKind } from './account.ts'

/** Leaves the member's request for a copy of their data, or its erasure, on the owner's list. Throws DatabaseUnavailable. */
export async function requestData(
  { uid, email }: Pick<Account, 'uid' | 'email'>,
  { kind }: { readonly kind: DataRequestKind },
): Promise<Result<null, never>> {
  await saveDataRequest({ uid, email, kind, askedAt: new Date().toISOString() })
  log('data-request', { kind })
  return ok(null)
}

/** What the member has asked for and the owner has not answered; one query. Throws DatabaseUnavailable. */
export async function findDataRequests({
  uid,
}: Pick<Account, 'uid'>): Promise<readonly DataRequestKind[]> {
  return (await dataRequestsOf(uid)).map(({ kind }) => kind)
}
