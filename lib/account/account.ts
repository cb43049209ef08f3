import { z } from 'zod'

import { recipientSchema } from '#lib/delivery/recipient-schema.ts'
import type { SessionCookie } from '#lib/settings/parse-settings.ts'
import { toSingleLine } from '#lib/text/plain-text.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

/** Sign-in methods; `other` is one that the shop does not offer. */
export type SignInMethod = 'password' | 'google.com' | 'facebook.com' | 'other'

/** The signed-in member, from the verified session; `method` is how this session was begun. */
export type Account = {
  readonly uid: string
  readonly email: string
  readonly name: string
  readonly method: SignInMethod
}

/**
 * An account with the sign-in service's present facts. `signedInAt` is this session's sign-in, in
 * seconds since 1970.
 */
export type FullAccount = Account & {
  readonly methods: readonly SignInMethod[]
  readonly emailVerified: boolean
  readonly isOwner: boolean
  readonly isStaff: boolean
  readonly signedInAt: number
}

/** A provider id of the sign-in service as a way to sign in. */
export function signInMethod(provider: string): SignInMethod {
  if (provider === 'password' || provider === 'google.com' || provider === 'facebook.com') {
    return provider
  }
  return 'other'
}

/** Returns the display name, else the e-mail, else 會員: Facebook may share neither. */
export function greetingName({ name, email }: Pick<Account, 'name' | 'email'>): string {
  return name || email || '會員'
}

/**
 * Name of the signed, script-inaccessible session cookie. `__Host-` keeps other subdomains from
 * setting it.
 */
export function sessionCookieName({
  NEXT_PUBLIC_SITE_URL: site,
  SESSION_COOKIE: wanted,
}: {
  readonly NEXT_PUBLIC_SITE_URL: string
  readonly SESSION_COOKIE?: SessionCookie | undefined
}): SessionCookie {
  return wanted ?? (site.startsWith('https:') ? '__Host-session' : '__session')
}

/** Whether a browser sends two cookies of one name: another site under the domain has planted one of them. */
export function isSentTwice(cookieHeader: string | null, name: string): boolean {
  const sent = (cookieHeader ?? '').split(';').map((cookie) => cookie.trim())
  return sent.filter((cookie) => cookie.startsWith(`${name}=`)).length > 1
}

/** A hint for static pages, readable by scripts: the name to greet; it opens nothing. */
export const SIGNED_IN_COOKIE = 'signed_in'

/** Session lifetime in seconds: 14 days, the maximum that the sign-in service allows. */
export const SESSION_SECONDS = 14 * 24 * 60 * 60

/** Idle timeout of a session, in seconds. */
export const IDLE_SECONDS = 7 * 24 * 60 * 60

/**
 * Cookie options for this address. Plain HTTP on localhost omits Secure, since Safari would drop
 * it.
 */
export function sessionCookieOptions(siteUrl: string) {
  const secure = !siteUrl.startsWith('http:')
  return { secure, sameSite: 'lax', path: '/', maxAge: SESSION_SECONDS } as const
}

/** Maximum age of a sign-in that may start a session or delete an account, in seconds. */
export const FRESH_SECONDS = 5 * 60

const HINT_LENGTH = 40

/** Claims of a verified token: user, sign-in time (seconds since 1970), provider. */
export type SignInClaims = {
  readonly uid: string
  readonly authTime: number
  readonly provider: string
}

/** A user of the sign-in service. Sign-ins before `validSince` (seconds since 1970) are void. */
export type SessionState = {
  readonly disabled: boolean
  readonly validSince: number
}

/** Stored session: last use, end and proofs, in ISO 8601. */
export type SessionUse = {
  readonly lastSeenAt: string
  readonly endedAt?: string | undefined
  /** When its owner last proved to be at the keyboard by signing in again, and by a passkey or a recovery code. */
  readonly provenAt?: string | undefined
  readonly passkeyAt?: string | undefined
}

/**
 * Whether a sign-in may begin a session: at most five minutes old, not from the future,
 * and by a method that the shop offers. A custom token or an anonymous account needs no password.
 */
export function isFreshSignIn(claims: SignInClaims, now: Date): boolean {
  const age = now.getTime() / 1000 - claims.authTime
  const isOffered = signInMethod(claims.provider) !== 'other'
  return isOffered && age <= FRESH_SECONDS && age >= -FRESH_SECONDS
}

const seconds = (time: string) => new Date(time).getTime() / 1000

/** Whether the sign-in behind a session still counts: the user is not blocked, and did not sign out everywhere. */
export function isSignInValid(
  { authTime }: Pick<SignInClaims, 'authTime'>,
  { disabled, validSince }: SessionState,
): boolean {
  return !disabled && authTime >= validSince
}

/** Whether a session was neither ended nor left alone for a week; one that was never used counts from its sign-in. */
export function isInUse(
  { authTime }: Pick<SignInClaims, 'authTime'>,
  use: SessionUse | undefined,
  now: Date,
): boolean {
  if (use?.endedAt !== undefined) return false
  const seen = use === undefined ? authTime : seconds(use.lastSeenAt)
  return now.getTime() / 1000 - seen <= IDLE_SECONDS
}

/** Minimum interval between two writes of a session's last use, in seconds. */
const LAST_SEEN_EVERY = 60 * 60

/** Whether the use of a session at `now` is to be written down. */
export function isUseNew(use: SessionUse | undefined, now: Date): boolean {
  return use === undefined || now.getTime() / 1000 - seconds(use.lastSeenAt) > LAST_SEEN_EVERY
}

/** Returns the name or e-mail that static pages greet with: 1 to 40 characters that a cookie can hold. */
export function signedInHint(account: Pick<Account, 'name' | 'email'>): string {
  return Array.from(toSingleLine(greetingName(account)))
    .slice(0, HINT_LENGTH)
    .join('')
}

/** Hours after sign-in during which the owner's page is open. */
const OWNER_HOURS = 12

/** Whether a session opens the owner's page: that of an owner or of staff who signed in within the last 12 hours. */
export function canAccessOwnerPage(
  { isOwner, isStaff, signedInAt }: Pick<FullAccount, 'isOwner' | 'isStaff' | 'signedInAt'>,
  now: Date,
): boolean {
  return (isOwner || isStaff) && now.getTime() / 1000 - signedInAt <= OWNER_HOURS * 60 * 60
}

/** The recipient defaults that a member keeps: a recipient without what belongs to one parcel. */
export const profileSchema = recipientSchema.omit({ note: true, pickupName: true })
export type Profile = Readonly<z.infer<typeof profileSchema>>

/** Profile fields that a member can edit: name, phone and recipient defaults except the e-mail. */
export const settingsSchema = z.object({
  name: singleLineText(60),
  phone: singleLineText(30),
  profile: profileSchema.omit({ email: true }),
})
export type MemberSettings = Readonly<z.infer<typeof settingsSchema>>

/** Facts that decide an account's standing. */
export type StandingFacts = Pick<FullAccount, 'email' | 'emailVerified'> & {
  /** Whether an order of the account was ever paid. */
  readonly hasPaid: boolean
}
