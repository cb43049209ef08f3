'use client'

import { withAuthClient, usePreloadedAuthClient } from '#components/account/auth-client.ts'
import { PasswordField } from '#components/account/password-field.tsx'
import {
  type AuthClient,
  type Exchange,
  type PopupProvider,
  signInAgainByPopup,
  signInByPassword,
  type SignInResult,
} from '#lib/account/sign-in.ts'
import type { WebConfig } from '#lib/account/session.ts'
import { type OwnerFailure, reauthenticationFailureText } from './messages.ts'
import styles from './owner.module.css'
import { type ReactNode, startTransition, useId, useState } from 'react'
import { callOwnerAction } from './owner-proof.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems, useSubmit } from '#components/ui/form.tsx'
import { RenewedFields } from '#components/ui/renewed-fields.tsx'
import { showOutcome, type OwnerAction, textFields } from './owner-form.tsx'

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

/**
 * A form of the owner's page whose action asks for a sign-in made for it. What was typed stays after
 * a refusal; after success the fields start anew.
 */
export function ProvenForm({
  action,
  config,
  proof,
  submit,
  done,
  variant = 'secondary',
  children,
}: {
  action: OwnerAction
  config: WebConfig
  proof: Reauthentication
  submit: string
  done: string
  variant?: 'primary' | 'secondary' | 'danger'
  children: ReactNode
}) {
  const id = useId()
  usePreloadedAuthClient(config)
  const [problems, setProblems] = useState<Problems | null>(null)
  const [times, setTimes] = useState(0)
  const { busy: pending, form } = useSubmit(async (formData) => {
    setProblems(null)
    const { password = '', ...fields } = textFields(formData)
    const exchange: Exchange<OwnerFailure> = async (idToken) => {
      const answer = await callOwnerAction(action, { ...fields, proof: idToken })
      return answer.ok ? { ok: true, data: null } : answer
    }
    const answer = await reauthenticate({ config, proof, password }, exchange)
    if (!answer.ok) return setProblems({ title: reauthenticationFailureText(answer, 'code') })
    showOutcome(done)
    startTransition(() => setTimes((before) => before + 1))
  })
  return (
    <form {...form} className={styles.form}>
      <ErrorSummary problems={problems} />
      <RenewedFields renewal={times} page={children} className={styles.fields}>
        {children}
        <ReauthenticationFields id={id} proof={proof} />
      </RenewedFields>
      <Button type="submit" variant={variant} pending={pending}>
        {pending ? '處理中…' : submit}
      </Button>
    </form>
  )
}
