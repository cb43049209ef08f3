import 'server-only'

import { renameMember } from '../adapters/firebase-auth/members.ts'
import { saveMember } from '../adapters/firestore/members.ts'
import { ok, type Result } from '../result.ts'
import type { Account } from './account.ts'
import type { MemberSettings } from './settings.ts'
import { saveSignedInHint } from './start-session.ts'

/** Saves a member's settings: first the name that the sign-in service keeps, then the document; saying it twice does no harm. */
export async function saveSettings(
  account: Account,
  settings: MemberSettings,
): Promise<Result<null, never>> {
  if (settings.name !== account.name) await renameMember(account.uid, settings.name)
  await saveMember(account.uid, settings)
  await saveSignedInHint({ name: settings.name, email: account.email })
  return ok(null)
}
