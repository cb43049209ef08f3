import 'server-only'

import { randomBytes } from 'node:crypto'

import {
  type AppOptions,
  cert,
  applicationDefault,
  getApps,
  initializeApp,
} from 'firebase-admin/app'
import {
  type Auth,
  getAuth,
  type UserRecord,
  type DecodedIdToken,
  type UpdateRequest,
} from 'firebase-admin/auth'
import { z } from 'zod'

import {
  type FullAccount,
  signInMethod,
  SESSION_SECONDS,
  isSignInValid,
  type SignInClaims,
  type SessionState,
} from '#lib/account/account.ts'
import type { SignInWay } from '#lib/account/sign-in-trust.ts'
import { withinDeadline } from '#lib/operation/timing.ts'
import { settings } from '#lib/settings/env.ts'
import { isEmail } from '#lib/text/plain-text.ts'

/** The options of the one Firebase app of this process: a service account where one is set, else what the platform provides. */
export function firebaseOptions(): AppOptions {
  const { FIREBASE_PROJECT_ID, FIREBASE_CLIENT_EMAIL, FIREBASE_PRIVATE_KEY } = settings()
  if (!FIREBASE_CLIENT_EMAIL || !FIREBASE_PRIVATE_KEY) return { projectId: FIREBASE_PROJECT_ID }
  return {
    projectId: FIREBASE_PROJECT_ID,
    credential: cert({
      projectId: FIREBASE_PROJECT_ID,
      clientEmail: FIREBASE_CLIENT_EMAIL,
      privateKey: FIREBASE_PRIVATE_KEY.replaceAll('\\n', '\n'),
    }),
  }
}

/** A token for Google's administration of the shop's project, from its service account or the platform's; without one, why. */
export async function googleToken(): Promise<{
  readonly token?: string
  readonly problem?: string
}> {
  try {
    const credential = firebaseOptions().credential ?? applicationDefault()
    return { token: (await credential.getAccessToken()).access_token }
  } catch (error) {
    return { problem: error instanceof Error ? (error.message.split('\n')[0] ?? '') : '' }
  }
}

/** Deadline of a sign-in call, in milliseconds. */
const SIGN_IN_DEADLINE = 8_000

/** The sign-in service did not answer in time, or cannot be reached; nothing is known about the member. */
export class SignInUnavailable extends Error {
  override readonly name = 'SignInUnavailable'
}

/** The administrative side of the sign-in service; one a process. */
export function admin(): Auth {
  return getAuth(getApps()[0] ?? initializeApp(firebaseOptions()))
}

/** The code of an error of firebase-admin, empty for any other. */
export function adminCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''
}

/** Waits for the sign-in service at most until the deadline; throws SignInUnavailable when it passes. */
export async function withAuthDeadline<T>(what: string, call: Promise<T>): Promise<T> {
  const message = `${what} took longer than ${SIGN_IN_DEADLINE} ms`
  return withinDeadline(call, SIGN_IN_DEADLINE, () => new SignInUnavailable(message))
}

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
export type MemberRecord = Pick<FullAccount, 'uid' | 'email' | 'emailVerified' | 'isOwner'>

/** The member with this e-mail, or nothing. */
export async function findMember(email: string): Promise<MemberRecord | undefined> {
  try {
    const user = await withAuthDeadline('finding a member', admin().getUserByEmail(email))
    const { uid, emailVerified } = user
    return { uid, email: user.email ?? '', emailVerified, isOwner: isOwner(user) }
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
  const user = await withAuthDeadline('reading the member', admin().getUser(uid))
  const stored = isOwner(user) ? 'owner' : isStaff(user) ? 'staff' : 'none'
  if (stored !== role) await writeRole(uid, role)
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

/** Error codes of firebase-admin for an invalid token or user, not for a service that does not answer. */
const REFUSALS = new Set([
  'auth/argument-error',
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/invalid-id-token',
  'auth/session-cookie-expired',
  'auth/session-cookie-revoked',
  'auth/user-not-found',
  'auth/user-disabled',
])

async function unlessRefused<T>(what: string, call: Promise<T>): Promise<T | null> {
  try {
    return await withAuthDeadline(what, call)
  } catch (error) {
    // firebase-admin reports keys it could not fetch as argument-error too; that must not sign anybody out.
    const isWithoutKeys = /fetching|public keys/i.test(String(error))
    if (REFUSALS.has(adminCode(error)) && !isWithoutKeys) return null
    if (error instanceof SignInUnavailable) throw error
    throw new SignInUnavailable(`${what} failed`, { cause: error })
  }
}

// Rejects a token without a provider, such as a custom one.
const providerSchema = z
  .object({ sign_in_provider: z.string() })
  .catch({ sign_in_provider: 'custom' })

function claimsOf({ uid, auth_time, firebase }: DecodedIdToken): SignInClaims {
  const { sign_in_provider: provider } = providerSchema.parse(firebase)
  return { uid, authTime: auth_time, provider }
}

function sessionStateOf({ disabled, tokensValidAfterTime }: UserRecord): SessionState {
  return { disabled, validSince: Date.parse(tokensValidAfterTime ?? '') / 1000 || 0 }
}

/**
 * Returns the current member of these claims, or null if deleted, blocked or signed out. One
 * request.
 */
export async function readHolder(claims: SignInClaims): Promise<FullAccount | null> {
  const user = await readUser(claims)
  return user && accountOf(user, claims)
}

async function readUser(claims: SignInClaims): Promise<UserRecord | null> {
  const user = await unlessRefused('reading the member', admin().getUser(claims.uid))
  return user && isSignInValid(claims, sessionStateOf(user)) ? user : null
}

function accountOf(user: UserRecord, claims: SignInClaims): FullAccount {
  return {
    uid: user.uid,
    email: user.email ?? '',
    name: user.displayName ?? '',
    method: signInMethod(claims.provider),
    methods: user.providerData.map(({ providerId }) => signInMethod(providerId)),
    emailVerified: user.emailVerified,
    isOwner: isOwner(user),
    isStaff: isStaff(user),
    signedInAt: claims.authTime,
  }
}

/** A verified sign-in: its claims, its member, and every way to sign in to the account. */
export type VerifiedSignIn = {
  readonly claims: SignInClaims
  readonly account: FullAccount
  readonly ways: readonly SignInWay[]
}

/** The sign-in behind an ID token from the browser; null when it is forged, expired or revoked. */
export async function verifySignIn(idToken: string): Promise<VerifiedSignIn | null> {
  const token = await unlessRefused('verifying a sign-in', admin().verifyIdToken(idToken))
  if (!token) return null
  const claims = claimsOf(token)
  const user = await readUser(claims)
  if (!user) return null
  // A provider may name no address, whatever the package's types say.
  const ways = user.providerData.map(({ providerId: provider, uid: id, email }) => {
    return { method: signInMethod(provider), provider, id, email: email || '' }
  })
  return { claims, account: accountOf(user, claims), ways }
}

/** The value of a session cookie for a verified ID token, good for 14 days. */
export async function createSession(idToken: string): Promise<string | null> {
  const expiresIn = SESSION_SECONDS * 1000
  return unlessRefused('creating a session', admin().createSessionCookie(idToken, { expiresIn }))
}

/** Returns a session cookie's claims; null when forged or expired. Does not check for revocation. */
export async function verifySessionCookie(cookie: string): Promise<SignInClaims | null> {
  const token = await unlessRefused('verifying a session', admin().verifySessionCookie(cookie))
  return token && claimsOf(token)
}

/** Ends every session of a member that has begun by now. */
export async function endSignIns(uid: string): Promise<void> {
  await withAuthDeadline('ending all sessions', admin().revokeRefreshTokens(uid))
}

/** Unlinks ways to sign in. A password goes by a new one that nobody knows: without any, the service forgets the address. */
export async function unlinkWays(uid: string, providers: readonly string[]): Promise<void> {
  const providersToUnlink = providers.filter((provider) => provider !== 'password')
  const password = randomBytes(32).toString('base64url')
  const change: UpdateRequest = {
    ...(providersToUnlink.length === 0 ? {} : { providersToUnlink }),
    ...(providersToUnlink.length === providers.length ? {} : { password }),
  }
  await withAuthDeadline('unlinking ways to sign in', admin().updateUser(uid, change))
}

/**
 * Ends every session of a member that began before a sign-in, which itself stays good; in seconds since 1970.
 * `revokeRefreshTokens` would end it too (docs/decisions/framework-internals.md).
 */
export async function endSignInsBefore(uid: string, authTime: number): Promise<void> {
  const change: UpdateRequest & { readonly validSince: number } = { validSince: authTime }
  await withAuthDeadline('ending earlier sessions', admin().updateUser(uid, change))
}

/** Since when sign-ins of a member count, in seconds since 1970. */
export async function signInsValidSince(uid: string): Promise<number> {
  return sessionStateOf(await withAuthDeadline('reading the member', admin().getUser(uid)))
    .validSince
}
