'use client'

import { withAuthClient } from '#components/account/auth-client.ts'
import { PasswordField } from '#components/account/password-field.tsx'
import {
  type AuthClient,
  type Exchange,
  type PopupProvider,
  signInAgainByPopup,
  signInByPassword,
  type SignInResult,
} from '#lib/account/sign-in.ts'
import type { WebConfig } from '#lib/account/require-account.ts'

import type { OwnerFailure } from './messages.ts'
import styles from './owner.module.css'

/** How the owner reauthenticates. */
export type Reauthentication = {
  readonly email: string
  readonly method: 'password' | PopupProvider
}

const PROOF_WORDS = { 'google.com': 'Google', 'facebook.com': 'Facebook' } as const

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

/** Reauthentication before money moves or data is erased: password or provider's window. */
export function ReauthenticationFields({ id, proof }: { id: string; proof: Reauthentication }) {
  return proof.method === 'password' ? (
    <>
      <input type="text" autoComplete="username" value={proof.email} readOnly hidden />
      <PasswordField
        id={`${id}password`}
        name="password"
        label="您的密碼"
        autoComplete="current-password"
      />
    </>
  ) : (
    <p className={styles.soft}>按下後請在 {PROOF_WORDS[proof.method]} 視窗中再確認一次帳號。</p>
  )
}
