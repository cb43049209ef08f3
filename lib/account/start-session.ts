import 'server-only'

import { cookies } from 'next/headers'
import { after } from 'next/server'

import {
  createSession,
  verifySessionCookie,
  verifySignIn,
} from '../adapters/firebase-auth/sessions.ts'
import { saveNewMember } from '../adapters/firestore/members.ts'
import { endSessions, sessionId } from '../adapters/firestore/sessions.ts'
import { alarmOwner } from '../audit/alarm-owner.ts'
import { recordAudit } from '../audit/record.ts'
import { countRefusal } from '../audit/refusals.ts'
import { hasAllowance } from '../limit/require-allowance.ts'
import { logFailure } from '../log/log.ts'
import { sendQueued } from '../mail/send-mails.ts'
import { ok, fail, type Result } from '../result.ts'
import { settings } from '../settings/env.ts'
import type { Account, FullAccount } from './account.ts'
import {
  isFreshSignIn,
  sessionCookieName,
  sessionCookieOptions,
  SIGNED_IN_COOKIE,
  signedInHint,
} from './session.ts'

const cookieOptions = () => sessionCookieOptions(settings().NEXT_PUBLIC_SITE_URL)

/** Shows static pages the name of the signed-in member. */
export async function saveSignedInHint(account: Pick<Account, 'name' | 'email'>): Promise<void> {
  const jar = await cookies()
  jar.set(SIGNED_IN_COOKIE, signedInHint(account), cookieOptions())
}

// Creates the member's document at first sign-in. If the database fails, the next sign-in creates
// it.
async function keepMember(account: Account, now: Date): Promise<void> {
  const member = { uid: account.uid, email: account.email, name: account.name }
  try {
    await saveNewMember({ ...member, createdAt: now.toISOString() })
  } catch (error) {
    logFailure('new-member', error)
  }
}

async function tellSignIn({ uid, isOwner, isStaff }: FullAccount): Promise<void> {
  const entry = { kind: 'sign-in', who: uid, outcome: 'ok' } as const
  await recordAudit(entry)
  if (!isOwner && !isStaff) return
  await alarmOwner(entry)
  await sendQueued()
}

/**
 * Exchanges an ID token for session cookies. Fails as `refused` for an invalid or old token, else
 * `too-often`.
 */
export async function startSession(
  idToken: string,
): Promise<Result<Account, 'refused' | 'too-often'>> {
  const now = new Date()
  const verified = await verifySignIn(idToken)
  if (!verified || !isFreshSignIn(verified.claims, now)) {
    countRefusal({ kind: 'sign-in-refused', outcome: 'refused' })
    return fail('refused')
  }
  const { account } = verified
  if (!hasAllowance(account.uid, 'sign-in')) return fail('too-often')
  const [session] = await Promise.all([createSession(idToken), keepMember(account, now)])
  if (!session) return fail('refused')
  const jar = await cookies()
  jar.set(sessionCookieName(settings()), session, { ...cookieOptions(), httpOnly: true })
  await saveSignedInHint(account)
  after(() => tellSignIn(account))
  return ok(account)
}

// The browser is signed out in any case; a copy of its cookie then lives on until it runs out.
async function close(cookie: string): Promise<void> {
  try {
    const claims = await verifySessionCookie(cookie)
    if (!claims) return
    const { uid, authTime } = claims
    await endSessions([{ id: sessionId(cookie), uid, authTime }], new Date())
    after(() => recordAudit({ kind: 'sign-out', who: uid, outcome: 'ok' }))
  } catch (error) {
    logFailure('end-session', error)
  }
}

/** Ends this session, including copied cookies: deletes the cookies and records the end. */
export async function endSession(): Promise<void> {
  const jar = await cookies()
  const name = sessionCookieName(settings())
  const cookie = jar.get(name)?.value
  if (cookie !== undefined) await close(cookie)
  // A name with a prefix is taken away only in the way in which it was given.
  jar.set(name, '', { ...cookieOptions(), httpOnly: true, maxAge: 0 })
  jar.delete(SIGNED_IN_COOKIE)
}
