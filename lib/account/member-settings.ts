import 'server-only'

import { renameMember } from '../adapters/firebase-auth/members.ts'
import { DatabaseUnavailable } from '../adapters/firestore/database.ts'
import { readMember, saveMember } from '../adapters/firestore/members.ts'
import { EMPTY_RECIPIENT, type Recipient } from '../delivery/recipient.ts'
import { plainRecipient } from '../delivery/typed-recipient.ts'
import { recipientSchema } from '../delivery/recipient-schema.ts'
import { logFailure } from '../log/log.ts'
import { ok, type Result } from '../result.ts'
import type { Account } from './account.ts'
import type { MemberSettings, Profile } from './profile.ts'
import { saveSignedInHint } from './start-session.ts'

/**
 * Returns the member's phone and recipient defaults, empty if none are saved. One read. Throws
 * DatabaseUnavailable.
 */
export async function readSettings({
  uid,
}: Pick<Account, 'uid'>): Promise<{ readonly phone: string; readonly profile: Profile }> {
  return readMember(uid)
}

/** Saves a member's settings: first the name that the sign-in service keeps, then the document; saying it twice does no harm. */
export async function saveSettings(
  account: Account,
  settings: MemberSettings,
): Promise<Result<null, never>> {
  if (settings.name !== account.name) await renameMember(account.uid, settings.name)
  // The profile has nine fields; its e-mail, which the form does not ask, is that of the last order.
  const { email } = (await readMember(account.uid)).profile
  const typed = { ...EMPTY_RECIPIENT, ...settings.profile, email: email || account.email }
  const { note: _note, ...profile } = plainRecipient(typed)
  await saveMember(account.uid, { ...settings, profile })
  await saveSignedInHint({ name: settings.name, email: account.email })
  return ok(null)
}

/**
 * Returns the checkout form's defaults: the saved profile, else the e-mail. Survives an unavailable
 * database.
 */
export async function readCheckoutPrefill(account: Account): Promise<Recipient> {
  try {
    const { profile } = await readMember(account.uid)
    const recipient = recipientSchema.parse(profile)
    return recipient.email === '' ? { ...recipient, email: account.email } : recipient
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    logFailure('checkout-prefill', error)
    return recipientSchema.parse({ email: account.email })
  }
}
