import type { AuthClient, Entry, PopupProvider } from '#lib/adapters/firebase-auth/browser.ts'
import { isNetworkError } from '#lib/http/network-error.ts'
import { ok, type Failure, fail, type Result } from '#lib/result.ts'
import type { WebConfig } from './session.ts'

/** Why a call of the sign-in service failed, as far as a member can do something about it. */
export type SignInFailure =
  | 'credentials'
  | 'email-in-use'
  | 'weak-password'
  | 'invalid-email'
  | 'missing-password'
  | 'disabled'
  | 'too-many'
  | 'network'
  | 'unavailable'
  | 'script'
  | 'popup-blocked'
  | 'popup-closed'
  | 'popup-replaced'
  | 'other-method'
  | 'another-account'
  | 'not-allowed-here'
  | 'sign-in-again'
  | 'general'

const FAILURES: Readonly<Record<string, SignInFailure>> = {
  'auth/invalid-credential': 'credentials',
  'auth/wrong-password': 'credentials',
  'auth/user-not-found': 'credentials',
  'auth/invalid-login-credentials': 'credentials',
  'auth/email-already-in-use': 'email-in-use',
  'auth/weak-password': 'weak-password',
  'auth/password-does-not-meet-requirements': 'weak-password',
  'auth/invalid-email': 'invalid-email',
  'auth/missing-email': 'invalid-email',
  'auth/missing-password': 'missing-password',
  'auth/user-disabled': 'disabled',
  'auth/too-many-requests': 'too-many',
  'auth/network-request-failed': 'network',
  'auth/timeout': 'network',
  // Error of a Google script that can't be loaded.
  'auth/internal-error': 'script',
  'auth/popup-blocked': 'popup-blocked',
  'auth/popup-closed-by-user': 'popup-closed',
  'auth/user-cancelled': 'popup-closed',
  'auth/cancelled-popup-request': 'popup-replaced',
  'auth/account-exists-with-different-credential': 'other-method',
  'auth/unauthorized-continue-uri': 'not-allowed-here',
  'auth/unauthorized-domain': 'not-allowed-here',
}

/** Maps an error to a failure. Unknown codes become the general one and are never shown. */
export function signInFailure(error: unknown): SignInFailure {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof code !== 'string' || !Object.hasOwn(FAILURES, code)) return 'general'
  return FAILURES[code] ?? 'general'
}

export type { AuthClient, PopupProvider }

/** The server's answer to a fresh ID token; `Code` is what it may refuse with. */
export type Exchange<Code extends string> = (
  idToken: string,
) => Promise<{ readonly ok: true } | Failure<Code>>

export type SignInResult<Code extends string> = Result<null, SignInFailure | Code>

/** Loads the sign-in service's code, in its own chunk; rejects when that cannot be fetched. */
export async function loadAuthClient(config: WebConfig): Promise<AuthClient> {
  const { getAuthClient } = await import('#lib/adapters/firebase-auth/browser.ts')
  return getAuthClient(config)
}

// The browser forgets the user in any case, as only the cookie signs in. Failing to forget is no failure.
async function leave(auth: AuthClient): Promise<void> {
  await auth.leave().catch(() => {})
}

async function exchangeToken<Code extends string>(
  auth: AuthClient,
  { enter, exchange }: { enter: () => Promise<Entry>; exchange: Exchange<Code> },
): Promise<SignInResult<Code>> {
  try {
    const { idToken } = await enter()
    const answer = await exchange(idToken).catch((error: unknown) =>
      fail(isNetworkError(error) ? 'network' : 'unavailable'),
    )
    return answer.ok ? ok(null) : answer
  } catch (error) {
    return fail(signInFailure(error))
  } finally {
    await leave(auth)
  }
}

/** Signs in by e-mail and password and starts the session. */
export function signInByPassword<Code extends string>(
  auth: AuthClient,
  { email, password }: { readonly email: string; readonly password: string },
  exchange: Exchange<Code>,
): Promise<SignInResult<Code>> {
  return exchangeToken(auth, { enter: () => auth.password(email, password), exchange })
}

/** Signs in through a provider's window and starts the session. Creates an unknown account. */
export function signInByPopup<Code extends string>(
  auth: AuthClient,
  provider: PopupProvider,
  exchange: Exchange<Code>,
): Promise<SignInResult<Code>> {
  return exchangeToken(auth, { enter: () => auth.popup(provider), exchange })
}

/** A new account's e-mail and password, and the absolute address to which the verification mail leads. */
type Registration = {
  readonly email: string
  readonly password: string
  readonly verifiedUrl: string
}

/**
 * Creates an account, sends the verification mail and starts the session. A failed mail is
 * reported, not undone. An address that has an account already is signed in if the password is
 * its own, so that nobody has to type both again; `email-in-use` if it is not.
 */
export async function signUp<Code extends string>(
  auth: AuthClient,
  { email, password, verifiedUrl }: Registration,
  exchange: Exchange<Code>,
): Promise<
  Result<{ readonly isNew: boolean; readonly isMailSent: boolean }, SignInFailure | Code>
> {
  let isMailSent = false
  const enter = async () => {
    const entry = await auth.register(email, password)
    isMailSent = await auth.sendVerification(verifiedUrl).then(
      () => true,
      () => false,
    )
    return entry
  }
  const registered = await exchangeToken(auth, { enter, exchange })
  if (registered.ok) return ok({ isNew: true, isMailSent })
  if (registered.code !== 'email-in-use') return registered
  const known = await signInByPassword(auth, { email, password }, exchange)
  if (known.ok) return ok({ isNew: false, isMailSent })
  return known.code === 'credentials' ? registered : known
}

/** Sends the verification mail again after checking the password. Starts no session. */
export function sendVerificationAgain(
  auth: AuthClient,
  { email, password, verifiedUrl }: Registration,
): Promise<SignInResult<never>> {
  const enter = async () => {
    const entry = await auth.password(email, password)
    await auth.sendVerification(verifiedUrl)
    return entry
  }
  return exchangeToken<never>(auth, { enter, exchange: async () => ({ ok: true }) })
}

/** Sends the verification mail after a sign-in by a provider's window, to a member without a password. Starts no session. */
export function sendVerificationByPopup(
  auth: AuthClient,
  { provider, verifiedUrl }: { readonly provider: PopupProvider; readonly verifiedUrl: string },
): Promise<SignInResult<'another-account'>> {
  return signInAgainByPopup<never>(auth, provider, async () => {
    await auth.sendVerification(verifiedUrl)
    return { ok: true }
  })
}

/** Sends the password-reset mail. Succeeds for unknown addresses, too, to hide who is a member. */
export async function sendReset(
  auth: AuthClient,
  { email, continueUrl }: { readonly email: string; readonly continueUrl: string },
): Promise<SignInResult<never>> {
  try {
    await auth.sendReset(email, continueUrl)
    return ok(null)
  } catch (error) {
    return fail(signInFailure(error))
  }
}

/**
 * Changes the password, which ends every session, and starts a new one. `sign-in-again` if only
 * that failed.
 */
export async function signInWithNewPassword<Code extends string>(
  auth: AuthClient,
  input: { readonly email: string; readonly current: string; readonly next: string },
  exchange: Exchange<Code>,
): Promise<SignInResult<Code>> {
  const { email, current, next } = input
  try {
    await auth.changePassword(email, current, next)
  } catch (error) {
    await leave(auth)
    return fail(signInFailure(error))
  }
  // The token from before the change is as old as its sign-in and would be refused; a second sign-in makes one that is not.
  const again = await signInByPassword(auth, { email, password: next }, exchange)
  return again.ok ? again : fail('sign-in-again')
}

/**
 * Asks the member to sign in again by a provider's window.
 * An account that the window has just made is removed and refused.
 */
export function signInAgainByPopup<Code extends string>(
  auth: AuthClient,
  provider: PopupProvider,
  exchange: Exchange<Code>,
): Promise<SignInResult<Code | 'another-account'>> {
  const guarded: Exchange<Code | 'another-account'> = exchange
  const stray = { found: false }
  const enter = async () => {
    const entry = await auth.popup(provider)
    if (entry.isNew) {
      stray.found = true
      await entry.remove()
    }
    return entry
  }
  const unlessStray: typeof guarded = async (idToken) =>
    stray.found ? fail('another-account') : guarded(idToken)
  return exchangeToken(auth, { enter, exchange: unlessStray })
}
