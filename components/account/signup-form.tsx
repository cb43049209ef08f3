'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { textIn, useSubmit } from '#components/ui/use-submit.ts'
import { keptSignIn } from '#components/account/use-signed-in.ts'
import { type Exchange, signUp } from '#lib/account/sign-in.ts'
import type { WebConfig } from '#lib/account/require-account.ts'
import { mistypedMailDomain } from '#lib/text/mail-domain.ts'
import type { InAppBrowser } from '#lib/account/in-app-browser.ts'
import type { Failure } from '#lib/result.ts'
import { PATHS } from '#lib/routes/paths.ts'

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

function problemsOf(refusal: Failure<FormFailure>): Problems {
  const { code } = refusal
  const advice = adviceOn(refusal)
  if (code === 'weak-password') return { title: SIGN_UP_FAILED, fields: { password: advice } }
  if (code === 'email-in-use' || code === 'invalid-email') {
    return { title: SIGN_UP_FAILED, fields: { email: advice } }
  }
  return { title: SIGN_UP_FAILED, advice }
}

type SignupProps = {
  config: WebConfig
  /** Target of a new account, and its target when the verification mail failed. */
  next: string
  unsent: string
  startSession: Exchange<ExchangeRefusal>
  app: InAppBrowser | undefined
  withConfirmation?: boolean
  label?: string
  /** Target after a provider's window; such accounts need no verification. */
  target: string
}

// Asks once about a mail domain one typing error away from a common one.
function mailDoubt(email: string, askedAbout: string): Problems | null {
  const meant = mistypedMailDomain(email)
  if (meant === undefined || email === askedAbout) return null
  const question = `是不是要寫「@${meant}」？沒有錯的話，再按一次。`
  return { title: '請再看一次電子信箱', fields: { email: question } }
}

function useSignup(props: SignupProps) {
  const { config, next, unsent, target, startSession, withConfirmation = true } = props
  const router = useRouter()
  const [problems, setProblems] = useState<Problems | null>(null)
  const askedAbout = useRef('')
  usePreloadedAuthClient(config)

  const goOn = (path: string) => {
    if (!keptSignIn()) return setProblems({ title: NO_COOKIES })
    announceSignIn()
    router.replace(path)
    return 'leaving' as const
  }
  const submit = useSubmit(async (input) => {
    const read = textIn(input)
    const email = read('email').normalize('NFKC').trim()
    const password = read('password')
    const confirmation = withConfirmation ? read('confirmation') : undefined
    const gaps = incomplete(email, password, confirmation)
    const doubt = gaps ? null : mailDoubt(email, askedAbout.current)
    if (doubt) askedAbout.current = email
    const wrong = gaps ?? doubt
    setProblems(wrong)
    if (wrong) return
    const verifiedUrl = window.location.origin + PATHS.verifySuccess
    const result = await withAuthClient(config, (auth) =>
      signUp(auth, { email, password, verifiedUrl }, startSession),
    )
    if (!result.ok) return setProblems(problemsOf(result))
    const { isMailSent } = result.data
    if (isMailSent) rememberMail(email)
    return goOn(isMailSent ? next : unsent)
  })
  return { ...submit, problems, onProvider: () => void goOn(target) }
}

/**
 * Registration by e-mail and password or by a provider. At the checkout the password is typed once.
 */
export function SignupForm(props: SignupProps) {
  const { config, app, startSession, withConfirmation = true, label = '註冊' } = props
  const { busy, form, typed, problems, onProvider } = useSignup(props)
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
        app={app}
        startSession={startSession}
        onSignedIn={onProvider}
      />
    </>
  )
}
