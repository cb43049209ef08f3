import type { AuthClient, Entry, PopupProvider } from '../adapters/firebase-auth/browser.ts'
import { ok, type Failure, fail, type Result } from '../result.ts'
import { type SignInFailure, signInFailure } from './sign-in-failure.ts'
import type { WebConfig } from './require-account.ts'

export type { AuthClient, PopupProvider }

/** The server's answer to a fresh ID token; `Code` is what it may refuse with. */
export type Exchange<Code extends string> = (
  idToken: string,
) => Promise<{ readonly ok: true } | Failure<Code>>

/** How a sign-in in the browser ended. */
export type SignInResult<Code extends string> = Result<null, SignInFailure | Code>

/** Loads the sign-in service's code, in its own chunk; rejects when that cannot be fetched. */
export async function loadAuthClient(config: WebConfig): Promise<AuthClient> {
  const { getAuthClient } = await import('../adapters/firebase-auth/browser.ts')
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
    const answer = await readExchange(exchange, idToken)
    return answer.ok ? ok(null) : answer
  } catch (error) {
    return fail(signInFailure(error))
  } finally {
    await leave(auth)
  }
}

// A server action rejects when the network is away; the member then knows what to do.
async function readExchange<Code extends string>(
  exchange: Exchange<Code>,
  idToken: string,
): Promise<{ ok: true } | Failure<Code | 'network'>> {
  try {
    return await exchange(idToken)
  } catch {
    return fail('network')
  }
}

/** Signs in by e-mail and password and begins the session. */
export function signInByPassword<Code extends string>(
  auth: AuthClient,
  { email, password }: { readonly email: string; readonly password: string },
  exchange: Exchange<Code>,
): Promise<SignInResult<Code>> {
  return exchangeToken(auth, { enter: () => auth.password(email, password), exchange })
}

/** Signs in through a provider's window and begins the session; an unknown account is made. */
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
 * Creates an account, sends the verification mail, and begins the session.
 * A mail that could not be sent does not undo the account; the answer says so.
 */
export async function signUp<Code extends string>(
  auth: AuthClient,
  { email, password, verifiedUrl }: Registration,
  exchange: Exchange<Code>,
): Promise<Result<{ readonly isMailSent: boolean }, SignInFailure | Code>> {
  let isMailSent = false
  const enter = async () => {
    const entry = await auth.register(email, password)
    isMailSent = await auth.sendVerification(verifiedUrl).then(
      () => true,
      () => false,
    )
    return entry
  }
  const result = await exchangeToken(auth, { enter, exchange })
  return result.ok ? ok({ isMailSent }) : result
}

/** Has the verification mail sent again to whoever knows the password; begins no session. */
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

/** Has the password-reset mail sent; an unknown address succeeds too, so that nobody learns who is a member. */
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
 * Changes the password and begins a new session, since the change ends every session.
 * `sign-in-again` when only that last step failed.
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
