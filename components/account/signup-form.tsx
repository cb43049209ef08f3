'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { textIn, useSubmit } from '#components/ui/use-submit.ts'
import { keptSignIn } from '#components/site/use-signed-in.ts'
import { type Exchange, signUp } from '#lib/account/sign-in.ts'
import type { WebConfig } from '#lib/account/require-account.ts'
import type { InAppBrowser } from '#lib/site/in-app-browser.ts'
import type { Failure } from '#lib/result.ts'
import { PATHS } from '#lib/site/paths.ts'

import { announceSignIn } from './session-watch.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { EmailField, PasswordField } from './password-field.tsx'
import { rememberMail } from './verification-mail.tsx'
import {
  adviceOn,
  type ExchangeRefusal,
  type FormFailure,
  NO_COOKIES,
  SIGN_UP_FAILED,
  SIGN_UP_MISMATCH,
} from './messages.ts'
import styles from './sign-in.module.css'
import { usePreloadedAuthClient, withAuthClient } from './auth-client.ts'

function incomplete(
  email: string,
  password: string,
  confirmation: string | undefined,
): Problems | null {
  const fields = {
    ...(email ? {} : { email: '請輸入電子信箱' }),
    ...(password ? {} : { password: '請輸入密碼' }),
    ...(confirmation === '' ? { confirmation: '請再輸入一次密碼' } : {}),
  }
  if (Object.keys(fields).length > 0) return { title: '請完成以下欄位', fields }
  if (confirmation === undefined || password === confirmation) return null
  return { title: SIGN_UP_MISMATCH, fields: { confirmation: SIGN_UP_MISMATCH } }
}

function failed(refusal: Failure<FormFailure>): Problems {
  const { code } = refusal
  const advice = adviceOn(refusal)
  if (code === 'weak-password') return { title: SIGN_UP_FAILED, fields: { password: advice } }
  if (code === 'email-in-use' || code === 'invalid-email') {
    return { title: SIGN_UP_FAILED, fields: { email: advice } }
  }
  return { title: SIGN_UP_FAILED, advice }
}

/**
 * Registering by e-mail and password or a provider, then on to `next`, or to `unsent` when the
 * verification mail could not be sent. On the way to the checkout the password is typed once.
 */
export function SignupForm(props: {
  config: WebConfig
  next: string
  unsent: string
  startSession: Exchange<ExchangeRefusal>
  app: InAppBrowser | undefined
  withConfirmation?: boolean
  label?: string
  /** Where a provider's window leads to; its accounts have nothing to verify. */
  target: string
}) {
  const { config, next, unsent, startSession, withConfirmation = true, label = '註冊' } = props
  const router = useRouter()
  const [problems, setProblems] = useState<Problems | null>(null)
  usePreloadedAuthClient(config)

  const { busy, form, typed } = useSubmit(async (given) => {
    const read = textIn(given)
    const email = read('email').trim()
    const password = read('password')
    const wrong = incomplete(email, password, withConfirmation ? read('confirmation') : undefined)
    setProblems(wrong)
    if (wrong) return
    const verifiedUrl = window.location.origin + PATHS.verifySuccess
    const result = await withAuthClient(config, (auth) =>
      signUp(auth, { email, password, verifiedUrl }, startSession),
    )
    if (!result.ok) return setProblems(failed(result))
    const { isMailSent } = result.data
    if (isMailSent) rememberMail(email)
    if (!keptSignIn()) return setProblems({ title: NO_COOKIES })
    announceSignIn()
    router.replace(isMailSent ? next : unsent)
    return 'leaving'
  })

  const onProvider = () => {
    if (!keptSignIn()) return setProblems({ title: NO_COOKIES })
    announceSignIn()
    router.replace(props.target)
  }
  const errors = problems?.fields
  return (
    <>
      <ErrorSummary problems={problems} />
      <form {...form} className={styles.form}>
        <EmailField defaultValue={typed('email')} error={errors?.email} />
        <PasswordField
          id="password"
          label="密碼"
          placeholder="至少 6 個字元"
          autoComplete="new-password"
          required
          error={errors?.password}
        />
        {withConfirmation ? (
          <PasswordField
            id="confirmation"
            label="確認密碼"
            autoComplete="new-password"
            required
            error={errors?.confirmation}
          />
        ) : null}
        <Button type="submit" variant="primary" fullWidth pending={busy}>
          {busy ? '註冊中…' : label}
        </Button>
      </form>
      <p className={styles.or}>或</p>
      <ProviderButtons
        config={config}
        app={props.app}
        startSession={startSession}
        onSignedIn={onProvider}
      />
    </>
  )
}
