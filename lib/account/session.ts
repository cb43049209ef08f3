import 'server-only'

import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { after, connection } from 'next/server'
import { cache } from 'react'

import {
  createSession,
  endSignIns,
  endSignInsBefore,
  renameMember,
  signInsValidSince,
  unlinkWays,
  type VerifiedSignIn,
  verifySessionCookie,
  verifySignIn,
} from '#lib/adapters/firebase-auth/sessions.ts'
import { DatabaseUnavailable } from '#lib/adapters/firestore/database.ts'
import { alarmOwner, countRefusal, recordAudit } from '#lib/audit/record.ts'
import { recipientSchema } from '#lib/delivery/recipient-schema.ts'
import { EMPTY_RECIPIENT, type Recipient } from '#lib/delivery/recipient.ts'
import { plainRecipient } from '#lib/delivery/typed-recipient.ts'
import { hasAllowance } from '#lib/limit/require-allowance.ts'
import { log, logFailure } from '#lib/log/log.ts'
import { sendQueued } from '#lib/mail/send-mails.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { loginPath } from '#lib/routes/paths.ts'
import { settings } from '#lib/settings/env.ts'
import {
  endSessions,
  type OpenSession,
  readMember,
  readSignInTrust,
  saveMember,
  saveNewMember,
  saveSessionUse,
  saveSignInTrust,
  sessionId,
  type SessionRecord,
  sessionRecords,
  verifySession,
} from './account-store.ts'
import {
  type Account,
  type FullAccount,
  isFreshSignIn,
  isInUse,
  isSentTwice,
  type MemberSettings,
  type Profile,
  SESSION_SECONDS,
  sessionCookieName,
  sessionCookieOptions,
  SIGNED_IN_COOKIE,
  signedInHint,
  isSignInValid,
} from './account.ts'
import { deviceName } from './device-name.ts'
import { decideTrust, NO_CHANGE, type TrustDecision } from './sign-in-trust.ts'

/** Returns the session cookie's value, or undefined if the browser sends two. */
export async function sessionCookie(): Promise<string | undefined> {
  // First what only a request has: a build, which has no settings, ends here.
  const sent = (await headers()).get('cookie')
  const name = sessionCookieName(settings())
  if (isSentTwice(sent, name)) return undefined
  return (await cookies()).get(name)?.value
}

/**
 * The session of this request, or null. Costs one lookup a request. Throws SignInUnavailable after
 * 8 s.
 */
export const readSession = cache(async (): Promise<OpenSession | null> => {
  const cookie = await sessionCookie()
  // Before the wait: a browser that leaves meanwhile ends its request, and with it what can be read of it.
  const userAgent = (await headers()).get('user-agent') ?? ''
  const session = cookie ? await verifySession(cookie) : null
  if (session?.isUseNew) {
    after(async () => {
      const { uid, signedInAt: authTime } = session.account
      const device = deviceName(userAgent)
      const used = { id: session.id, uid, authTime, device, lastSeenAt: new Date().toISOString() }
      await saveSessionUse(used).catch((error: unknown) => logFailure('session-use', error))
    })
  }
  return session
})

/** Returns the signed-in member, or null; see `readSession`. */
export async function readAccount(): Promise<FullAccount | null> {
  return (await readSession())?.account ?? null
}

/** The signed-in member of a page; anybody else is sent to sign in and then back to `here`, a path of this site. */
export async function requireAccount(here: string): Promise<FullAccount> {
  return (await readAccount()) ?? redirect(loginPath(here))
}

/** The sign-in service's public settings, read at request time, not at build time. */
export async function readWebConfig(): Promise<WebConfig> {
  await connection()
  const { FIREBASE_API_KEY, FIREBASE_AUTH_DOMAIN, FIREBASE_PROJECT_ID, mode, ...rest } = settings()
  const emulatorHost = rest.FIREBASE_AUTH_EMULATOR_HOST
  return {
    apiKey: FIREBASE_API_KEY,
    authDomain: FIREBASE_AUTH_DOMAIN,
    projectId: FIREBASE_PROJECT_ID,
    ...(mode === 'local' && emulatorHost ? { emulatorHost } : {}),
  }
}

/** Public settings with which the browser reaches the sign-in service; passed by the page at run time. */
export type WebConfig = {
  readonly apiKey: string
  readonly authDomain: string
  readonly projectId: string
  /** The host and port of the stand-in; only in local mode. */
  readonly emulatorHost?: string
}

const cookieOptions = () => sessionCookieOptions(settings().NEXT_PUBLIC_SITE_URL)

/** Shows static pages the name of the signed-in member. */
export async function saveSignedInHint(account: Pick<Account, 'name' | 'email'>): Promise<void> {
  const jar = await cookies()
  jar.set(SIGNED_IN_COOKIE, signedInHint(account), cookieOptions())
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
  const { isRefused, trust } = await applyTrust(verified)
  if (isRefused) return fail('refused')
  const { uid, email, name } = account
  const [session] = await Promise.all([
    createSession(idToken),
    // The member's document is created at first sign-in. If the database fails, the next sign-in creates it.
    saveNewMember({ uid, email, name, createdAt: now.toISOString() })
      .then(() => trust && saveSignInTrust(uid, trust))
      .catch((error: unknown) => logFailure('new-member', error)),
  ])
  if (!session) return fail('refused')
  const jar = await cookies()
  jar.set(sessionCookieName(settings()), session, { ...cookieOptions(), httpOnly: true })
  await saveSignedInHint(account)
  after(async () => {
    const entry = { kind: 'sign-in', who: uid, outcome: 'ok' } as const
    await recordAudit(entry)
    if (!account.isOwner && !account.isStaff) return
    await alarmOwner(entry)
    await sendQueued()
  })
  return ok(account)
}

// Without the database nothing is decided; the next sign-in does it.
async function applyTrust({ claims, account, ways }: VerifiedSignIn): Promise<TrustDecision> {
  const { uid, authTime, provider } = claims
  const stored = await readSignInTrust(uid).then(ok, (error: unknown) => {
    if (!(error instanceof DatabaseUnavailable)) throw error
    logFailure('sign-in-trust', error)
    return fail('unknown')
  })
  if (!stored.ok) return NO_CHANGE
  const decision = decideTrust(stored.data, { ...account, ways }, provider)
  if (decision.unlink.length > 0) await unlinkWays(uid, decision.unlink)
  if (decision.endsOthers) await endSignInsBefore(uid, authTime)
  if (decision.isRefused || decision.unlink.length > 0) {
    log('sign-in-methods', { state: decision.isRefused ? 'refused' : 'unlinked' })
  }
  if (decision.isRefused) countRefusal({ kind: 'sign-in-refused', outcome: 'refused' })
  return decision
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
  const { note: _note, pickupName: _pickupName, ...profile } = plainRecipient(typed)
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

export type SignedInDevice = {
  readonly id: string
  readonly name: string
  readonly lastSeenAt: string
  /** Whether it is the one that asks. */
  readonly isHere: boolean
}

async function openRecords(uid: string, now: Date): Promise<readonly SessionRecord[]> {
  const [records, validSince] = await Promise.all([sessionRecords(uid), signInsValidSince(uid)])
  const oldest = now.getTime() / 1000 - SESSION_SECONDS
  return records.filter(
    (record) =>
      record.authTime > oldest &&
      isSignInValid(record, { disabled: false, validSince }) &&
      isInUse(record, record, now),
  )
}

/** The devices on which a member is signed in, this one first. Throws DatabaseUnavailable and SignInUnavailable. */
export async function findDevices({
  uid,
}: Pick<Account, 'uid'>): Promise<readonly SignedInDevice[]> {
  const [here, records] = await Promise.all([readSession(), openRecords(uid, new Date())])
  const devices = records.map(({ id, device, lastSeenAt }) => ({
    id,
    name: device,
    lastSeenAt,
    isHere: id === here?.id,
  }))
  return devices.toSorted((a, b) => Number(b.isHere) - Number(a.isHere))
}

/** Signs a member out on one device of theirs; one that is signed out already is fine. */
export async function signOutDevice(
  { uid }: Pick<Account, 'uid'>,
  { id }: { readonly id: string },
): Promise<Result<null, 'unknown'>> {
  const record = (await sessionRecords(uid)).find((sessionRecord) => sessionRecord.id === id)
  if (!record) return fail('unknown')
  await endSessions([{ id, uid, authTime: record.authTime }], new Date())
  return ok(null)
}

/** Signs a member out everywhere, here too. */
export async function signOutEverywhere({
  uid,
}: Pick<Account, 'uid'>): Promise<Result<null, never>> {
  const now = new Date()
  // The sign-in service counts in seconds; what began within this one is ended by its record.
  const [records] = await Promise.all([openRecords(uid, now), endSignIns(uid)])
  await endSessions(records, now)
  await endSession()
  await recordAudit({ kind: 'sign-out-everywhere', who: uid, outcome: 'ok' })
  return ok(null)
}
