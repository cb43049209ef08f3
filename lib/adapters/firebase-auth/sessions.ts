import 'server-only'

import type { DecodedIdToken, UserRecord } from 'firebase-admin/auth'

import { z } from 'zod'

import {
  type FullAccount,
  signInMethod,
  SESSION_SECONDS,
  signInHolds,
  type SignInClaims,
  type SessionState,
} from '../../account/account.ts'
import { admin, adminCode, withAuthDeadline, SignInUnavailable } from './admin.ts'
import { isOwner, isStaff } from './members.ts'

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

// firebase-admin reports keys it could not fetch as argument-error too; that must not sign anybody out.
function isRefusal(error: unknown): boolean {
  return REFUSALS.has(adminCode(error)) && !/fetching|public keys/i.test(String(error))
}

async function unlessRefused<T>(what: string, call: Promise<T>): Promise<T | null> {
  try {
    return await withAuthDeadline(what, call)
  } catch (error) {
    if (isRefusal(error)) return null
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
  const user = await unlessRefused('reading the member', admin().getUser(claims.uid))
  if (!user || !signInHolds(claims, sessionStateOf(user))) return null
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

/** A verified sign-in: its claims and its member. */
export type VerifiedSignIn = { readonly claims: SignInClaims; readonly account: FullAccount }

/** The sign-in behind an ID token from the browser; null when it is forged, expired or revoked. */
export async function verifySignIn(idToken: string): Promise<VerifiedSignIn | null> {
  const token = await unlessRefused('verifying a sign-in', admin().verifyIdToken(idToken))
  if (!token) return null
  const account = await readHolder(claimsOf(token))
  return account && { claims: claimsOf(token), account }
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

/** Since when sign-ins of a member count, in seconds since 1970. */
export async function signInsValidSince(uid: string): Promise<number> {
  return sessionStateOf(await withAuthDeadline('reading the member', admin().getUser(uid)))
    .validSince
}
