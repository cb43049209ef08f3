import 'server-only'

import type { UserRecord } from 'firebase-admin/auth'

import { type FullAccount, signInMethod } from '../../account/account.ts'
import { isEmail } from '../../text/plain-text.ts'
import { admin, adminCode, withAuthDeadline } from './admin.ts'

/** Whether the sign-in service keeps a user as an owner of the shop: a claim that only its administrators write. */
export function isOwner({ customClaims }: Pick<UserRecord, 'customClaims'>): boolean {
  return customClaims?.owner === true
}

/** Whether the sign-in service keeps a user as staff, who pack and ship; an owner is more than that. */
export function isStaff({ customClaims }: Pick<UserRecord, 'customClaims'>): boolean {
  return customClaims?.staff === true
}

/** Role of an account on the owner's pages: owner, staff (pack and ship), or none. */
export type ShopRole = 'owner' | 'staff' | 'none'

/** A member as the sign-in service knows it, without a session. */
export type MemberRecord = Pick<FullAccount, 'uid' | 'methods' | 'emailVerified' | 'isOwner'>

/** The member with this e-mail, or nothing. */
export async function findMember(email: string): Promise<MemberRecord | undefined> {
  try {
    const user = await withAuthDeadline('finding a member', admin().getUserByEmail(email))
    const methods = user.providerData.map(({ providerId }) => signInMethod(providerId))
    const { uid, emailVerified } = user
    return { uid, methods, emailVerified, isOwner: isOwner(user) }
  } catch (error) {
    if (adminCode(error) === 'auth/user-not-found') return undefined
    throw error
  }
}

/**
 * Returns the member with this e-mail or uid from the sign-in service, or undefined.
 * The e-mail is empty where the member has none.
 */
export async function memberFacts(emailOrUid: string) {
  const call = isEmail(emailOrUid)
    ? admin().getUserByEmail(emailOrUid)
    : admin().getUser(emailOrUid)
  try {
    const user = await withAuthDeadline('finding a member', call)
    const { uid, email = '', displayName = '', emailVerified, metadata } = user
    const { creationTime: createdAt, lastSignInTime: lastSignInAt } = metadata
    const methods = user.providerData.map(({ providerId }) => providerId)
    return { uid, email, name: displayName, emailVerified, methods, createdAt, lastSignInAt }
  } catch (error) {
    if (adminCode(error) === 'auth/user-not-found') return undefined
    throw error
  }
}

function roleOf(user: Pick<UserRecord, 'customClaims'>): ShopRole {
  if (isOwner(user)) return 'owner'
  return isStaff(user) ? 'staff' : 'none'
}

async function writeRole(uid: string, role: ShopRole): Promise<void> {
  const { customClaims } = await withAuthDeadline('reading the member', admin().getUser(uid))
  const { owner: _owner, staff: _staff, ...kept } = customClaims ?? {}
  const claims = role === 'none' ? kept : { ...kept, [role]: true }
  await withAuthDeadline('writing a role', admin().setCustomUserClaims(uid, claims))
}

/** Gives a member a role, or takes it; every session of the member ends. */
export async function setRole(uid: string, role: ShopRole): Promise<void> {
  await writeRole(uid, role)
  await withAuthDeadline('ending all sessions', admin().revokeRefreshTokens(uid))
  // Signing out writes the claims too. One that was under way may have put the old ones back; none begins now.
  if (roleOf(await withAuthDeadline('reading the member', admin().getUser(uid))) !== role) {
    await writeRole(uid, role)
  }
}

/** Changes the name that the sign-in service keeps for a member; empty removes it. */
export async function renameMember(uid: string, displayName: string): Promise<void> {
  const change = { displayName: displayName === '' ? null : displayName }
  await withAuthDeadline('renaming a member', admin().updateUser(uid, change))
}

/** Removes a member from the sign-in service, and with it every session; one that is gone already is fine. */
export async function removeMember(uid: string): Promise<void> {
  try {
    await withAuthDeadline('removing a member', admin().deleteUser(uid))
  } catch (error) {
    if (adminCode(error) !== 'auth/user-not-found') throw error
  }
}
