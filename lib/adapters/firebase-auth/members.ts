import 'server-only'

import type { UserRecord } from 'firebase-admin/auth'

import { type FullAccount, signInMethod } from '../../account/account.ts'
import { isEmail } from '../../site/plain-text.ts'
import { admin, adminCode, withAuthDeadline } from './admin.ts'

/** Whether the sign-in service keeps a user as an owner of the shop: a claim that only its administrators write. */
export function isOwner({ customClaims }: Pick<UserRecord, 'customClaims'>): boolean {
  return customClaims?.owner === true
}

/** A member's record in the sign-in service, without a session. */
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

async function writeOwner(uid: string, owner: boolean): Promise<void> {
  const { customClaims } = await withAuthDeadline('reading the member', admin().getUser(uid))
  const { owner: _before, ...kept } = customClaims ?? {}
  const claims = owner ? { ...kept, owner } : kept
  await withAuthDeadline('writing an owner', admin().setCustomUserClaims(uid, claims))
}

/** Makes a member an owner, or no longer; every session of the member ends. */
export async function setOwner(uid: string, owner: boolean): Promise<void> {
  await writeOwner(uid, owner)
  await withAuthDeadline('ending all sessions', admin().revokeRefreshTokens(uid))
  // A concurrent sign-out may have restored the old claims; no new one can start now.
  if (isOwner(await withAuthDeadline('reading the member', admin().getUser(uid))) !== owner) {
    await writeOwner(uid, owner)
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
