import { oneLine } from '../site/plain-text.ts'
import { type Account, type FullAccount, greetingName } from './account.ts'

/** The only sign-in state: a signed cookie that scripts cannot read. */
export const SESSION_COOKIE = '__session'

/** A hint for static pages, readable by scripts: the name to greet; it opens nothing. */
export const SIGNED_IN_COOKIE = 'signed_in'

/** How long a session lasts, in seconds: 14 days, the most that the sign-in service allows. */
export const SESSION_SECONDS = 14 * 24 * 60 * 60

/**
 * How the session's cookies are kept at this address: over TLS alone,
 * but without it on a laptop, where Safari would drop them.
 */
export function sessionCookieOptions(siteUrl: string) {
  const secure = !siteUrl.startsWith('http:')
  return { secure, sameSite: 'lax', path: '/', maxAge: SESSION_SECONDS } as const
}

/** How old a sign-in may be to begin a session or to delete an account, in seconds. */
export const FRESH_SECONDS = 5 * 60

const HINT_LENGTH = 40

/** What a verified token says: who, since when (seconds since 1970), and by which provider. */
export type SignInClaims = {
  readonly uid: string
  readonly authTime: number
  readonly provider: string
}

/**
 * What the sign-in service says of a user, in seconds since 1970. Sign-ins before `validSince` are
 * void; those at the times in `ended` were signed out.
 */
export type SessionState = {
  readonly disabled: boolean
  readonly validSince: number
  readonly ended: readonly number[]
}

/** How many signed-out sessions the sign-in service keeps of a member; one more ends every session instead. */
export const MOST_ENDED = 20

/**
 * Whether a sign-in may begin a session: at most five minutes old, not from the future,
 * and not by a custom token, which needs no password.
 */
export function mayBeginSession(claims: SignInClaims, now: Date): boolean {
  const age = now.getTime() / 1000 - claims.authTime
  return claims.provider !== 'custom' && age <= FRESH_SECONDS && age >= -FRESH_SECONDS
}

/** Whether a session still holds: the user is not blocked, and did not sign out of it or everywhere. */
export function sessionHolds(claims: SignInClaims, user: SessionState): boolean {
  if (user.disabled || user.ended.includes(claims.authTime)) return false
  return claims.authTime >= user.validSince
}

/** The sign-ins that were signed out, with one more; those whose session has run out by itself fall out. */
export function endedWith(
  ended: readonly number[],
  authTime: number,
  now: Date,
): readonly number[] {
  const oldest = now.getTime() / 1000 - SESSION_SECONDS - FRESH_SECONDS
  return [...new Set([...ended.filter((time) => time > oldest), authTime])]
}

/** Returns the name or e-mail that static pages greet with: 1 to 40 characters that a cookie can hold. */
export function signedInHint(account: Pick<Account, 'name' | 'email'>): string {
  return Array.from(oneLine(greetingName(account)))
    .slice(0, HINT_LENGTH)
    .join('')
}

/** For how many hours after a sign-in its session opens the owner's page (rule 80). */
const OWNER_HOURS = 12

/** Whether a session opens the owner's page: that of an owner who signed in within the last 12 hours. */
export function opensOwnerPage(
  { isOwner, signedInAt }: Pick<FullAccount, 'isOwner' | 'signedInAt'>,
  now: Date,
): boolean {
  return isOwner && now.getTime() / 1000 - signedInAt <= OWNER_HOURS * 60 * 60
}
