'use client'

import { useEffect, useState } from 'react'

import { callAction } from '#components/ui/call-action.ts'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { ErrorSummary } from '#components/ui/error-summary.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'

import { announceSignIn } from './session-watch.tsx'
import { EmailField, PasswordField } from './password-field.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import styles from './sign-in.module.css'
import { type SignInProps, useSignIn } from './use-sign-in.ts'

/** Clears an invalid session. The page renders again without it and keeps the notice. */
export function StaleSession({ stale, endSession }: Pick<LoginFormProps, 'stale' | 'endSession'>) {
  const [wasStale] = useState(stale)
  useEffect(() => {
    if (stale) callAction(endSession).then(announceSignIn, () => {})
  }, [stale, endSession])
  return wasStale ? (
    <Notice title="您的登入已經失效">
      <p>請重新登入，登入後會回到原來的頁面。</p>
    </Notice>
  ) : null
}

/** Props of the sign-in form: the target, and the actions that begin and end a session. */
export type LoginFormProps = SignInProps & {
  readonly stale: boolean
  readonly endSession: () => Promise<void>
}

/**
 * Sign-in by e-mail and password, Google or Facebook, then on to `target`.
 * A `stale` session no longer holds and is cleared.
 */
export function LoginForm(props: LoginFormProps) {
  const { problems, logIn, onProvider } = useSignIn(props)
  const { busy, form, typed } = useSubmit((input) => logIn(input))
  return (
    <>
      <StaleSession stale={props.stale} endSession={props.endSession} />
      <ProviderButtons
        config={props.config}
        app={props.app}
        startSession={props.startSession}
        onSignedIn={onProvider}
      />
      <p className={styles.or}>或</p>
      <ErrorSummary problems={problems} />
      <form {...form} className={styles.form}>
        <EmailField defaultValue={typed('email')} error={problems?.fields?.email} />
        <PasswordField
          id="password"
          label="密碼"
          autoComplete="current-password"
          required
          error={problems?.fields?.password}
        />
        <Button type="submit" variant="primary" fullWidth pending={busy}>
          {busy ? '登入中…' : '登入'}
        </Button>
      </form>
    </>
  )
}
