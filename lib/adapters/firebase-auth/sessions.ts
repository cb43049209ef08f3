import 'server-only'

import type { DecodedIdToken, UserRecord } from 'firebase-admin/auth'

import { z } from 'zod'

import { type FullAccount, signInMethod } from '../../account/account.ts'
import {
  endedWith,
  MOST_ENDED,
  SESSION_SECONDS,
  type SignInClaims,
  sessionHolds,
  type SessionState,
} from '../../account/session.ts'
import { admin, adminCode, asked, SignInUnavailable } from './admin.ts'
import { isOwner } from './members.ts'

/** What firebase-admin says when a token or its user is not good, as opposed to a service that does not answer. */
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
    return await asked(what, call)
  } catch (error) {
    if (isRefusal(error)) return null
    if (error instanceof SignInUnavailable) throw error
    throw new SignInUnavailable(`${what} failed`, { cause: error })
  }
}

// A token that names no provider begins nothing, as a custom one.
const providerSchema = z
  .object({ sign_in_provider: z.string() })
  .catch({ sign_in_provider: 'custom' })

function claimsOf({ uid, auth_time, firebase }: DecodedIdToken): SignInClaims {
  const { sign_in_provider: provider } = providerSchema.parse(firebase)
  return { uid, authTime: auth_time, provider }
}

const endedSchema = z.array(z.number()).catch([])

function sessionStateOf({
  disabled,
  tokensValidAfterTime,
  customClaims,
}: UserRecord): SessionState {
  const validSince = Date.parse(tokensValidAfterTime ?? '') / 1000 || 0
  return { disabled, validSince, ended: endedSchema.parse(customClaims?.ended) }
}

/** The member of these claims as the sign-in service knows it now; null when deleted, blocked or signed out. */
async function holder(claims: SignInClaims): Promise<FullAccount | null> {
  const user = await unlessRefused('reading the member', admin().getUser(claims.uid))
  if (!user || !sessionHolds(claims, sessionStateOf(user))) return null
  return {
    uid: user.uid,
    email: user.email ?? '',
    name: user.displayName ?? '',
    method: signInMethod(claims.provider),
    methods: user.providerData.map(({ providerId }) => signInMethod(providerId)),
    emailVerified: user.emailVerified,
    isOwner: isOwner(user),
    signedInAt: claims.authTime,
  }
}

/** A verified sign-in: its claims and its member. */
export type VerifiedSignIn = { readonly claims: SignInClaims; readonly account: FullAccount }

/** The sign-in behind an ID token from the browser; null when it is forged, expired or revoked. */
export async function verifySignIn(idToken: string): Promise<VerifiedSignIn | null> {
  const token = await unlessRefused('verifying a sign-in', admin().verifyIdToken(idToken))
  if (!token) return null
  const account = await holder(claimsOf(token))
  return account && { claims: claimsOf(token), account }
}

/** The value of a session cookie for a verified ID token, good for 14 days. */
export async function createSession(idToken: string): Promise<string | null> {
  const expiresIn = SESSION_SECONDS * 1000
  return unlessRefused('creating a session', admin().createSessionCookie(idToken, { expiresIn }))
}

/** The member of a session cookie; null when it is forged, expired or revoked. One request to the sign-in service. */
export async function verifySession(cookie: string): Promise<FullAccount | null> {
  const token = await unlessRefused('verifying a session', admin().verifySessionCookie(cookie))
  return token && holder(claimsOf(token))
}

/**
 * Ends the session of a cookie, its copies included. Other sessions of the member go on.
 * Does nothing for a forged or ended one. At most three requests to the sign-in service.
 */
export async function closeSession(cookie: string, now: Date): Promise<void> {
  const token = await unlessRefused('verifying a session', admin().verifySessionCookie(cookie))
  const user = token && (await unlessRefused('reading the member', admin().getUser(token.uid)))
  if (!token || !user || !sessionHolds(claimsOf(token), sessionStateOf(user))) return
  const ended = endedWith(sessionStateOf(user).ended, token.auth_time, now)
  const isFull = ended.length > MOST_ENDED
  const claims = { ...user.customClaims, ended: isFull ? [] : ended }
  if (isFull) await asked('ending all sessions', admin().revokeRefreshTokens(user.uid))
  await asked('ending a session', admin().setCustomUserClaims(user.uid, claims))
}
