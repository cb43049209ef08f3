import 'server-only'

import { isProven } from '../account/account.ts'
import { findMember, setOwner } from '../adapters/firebase-auth/members.ts'
import { fail, ok, type Result } from '../result.ts'

/** Why nobody became an owner: there is no such account, or its e-mail is not verified. */
export type GrantFailure = 'unknown-member' | 'unproven-email'

type Changed<Code extends string> = Promise<Result<string, Code>>

// The sign-in service keeps addresses in small letters.
const asKept = (email: string) => email.trim().toLowerCase()

/**
 * Gives the member with this e-mail the owner's page; all their sessions end, so that they
 * sign in again. Returns the e-mail. Throws when the sign-in service does not answer.
 */
export async function grantOwner(given: string): Changed<GrantFailure> {
  const email = asKept(given)
  const member = await findMember(email)
  if (!member) return fail('unknown-member')
  if (!isProven(member)) return fail('unproven-email')
  await setOwner(member.uid, true)
  return ok(email)
}

/**
 * Takes the owner's page from the member with this e-mail and ends all their sessions. Returns
 * the e-mail. Throws when the sign-in service does not answer.
 */
export async function revokeOwner(given: string): Changed<'unknown-member'> {
  const email = asKept(given)
  const member = await findMember(email)
  if (!member) return fail('unknown-member')
  await setOwner(member.uid, false)
  return ok(email)
}
