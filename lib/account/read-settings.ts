import 'server-only'

import { readMember } from '../adapters/firestore/members.ts'
import type { Account } from './account.ts'
import type { Profile } from './profile.ts'

/** What the member has saved: contact phone and recipient defaults, empty where nothing was saved; one read. Throws DatabaseUnavailable. */
export async function readSettings({
  uid,
}: Pick<Account, 'uid'>): Promise<{ readonly phone: string; readonly profile: Profile }> {
  return readMember(uid)
}
