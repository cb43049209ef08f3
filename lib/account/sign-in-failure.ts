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
