'use client'

import { withAuthClient } from '#components/account/auth-client.ts'
import type { OwnerFailure } from '#components/owner/form/owner-failure.ts'
import type { WebConfig } from '#lib/account/session.ts'
import {
  type AuthClient,
  type Exchange,
  type PopupProvider,
  signInAgainByPopup,
  signInByPassword,
  type SignInResult,
} from '#lib/account/sign-in.ts'

/** How the owner reauthenticates. */
export type Reauthentication = {
  readonly email: string
  readonly method: 'password' | PopupProvider
}

/** Signs the owner in once more, and hands the ID token to `exchange`. */
export function reauthenticate(
  input: {
    readonly config: WebConfig
    readonly proof: Reauthentication
    readonly password: string
  },
  exchange: Exchange<OwnerFailure>,
): Promise<SignInResult<OwnerFailure>> {
  const { config, proof, password } = input
  const { email, method } = proof
  const prove = (auth: AuthClient): Promise<SignInResult<OwnerFailure>> =>
    method === 'password'
      ? signInByPassword(auth, { email, password }, exchange)
      : signInAgainByPopup(auth, method, exchange)
  return withAuthClient(config, prove)
}
