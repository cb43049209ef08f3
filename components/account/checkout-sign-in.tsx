'use client'
import { useState } from 'react'

import { hasSignedInBefore } from '#components/account/use-signed-in.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary } from '#components/ui/error-summary.tsx'
import { useBrowserValue } from '#components/ui/use-browser-value.ts'
import { useSubmit } from '#components/ui/use-submit.ts'
import { loginPath, PATHS } from '#lib/routes/paths.ts'
import { EmailField } from './email-field.tsx'
import { ForgottenPassword } from './forgotten-password.tsx'
import type { LoginFormProps } from './login-form.tsx'
import { REGISTER_INSTEAD } from './messages.ts'
import { PasswordField } from './password-field.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import styles from './sign-in.module.css'
import { StaleSession } from './stale-session.tsx'
import { TermsNote } from './terms-note.tsx'
import { useSignIn } from './use-sign-in.ts'

/** The submitting buttons, by the value with which each is sent. */
const WAYS = {
  register: ['註冊並繼續結帳', '註冊中…'],
  login: ['登入', '登入中…'],
} as const
type Way = keyof typeof WAYS

/**
 * Signing in or registering on the way to the checkout, by the same two fields. The first button,
 * which Enter presses, registers; it signs in where this browser has signed in before.
 */
export function CheckoutSignIn(props: LoginFormProps) {
  const { target } = props
  const isKnown = useBrowserValue(hasSignedInBefore, false)
  const [wasStale] = useState(props.stale)
  const ways: readonly Way[] = isKnown || wasStale ? ['login', 'register'] : ['register', 'login']
  const [sent, setSent] = useState<Way>()
  const { problems, logIn, register, onProvider } = useSignIn(props)
  const { busy, form, typed } = useSubmit((input) => {
    const way = input.get('way') === 'login' ? 'login' : 'register'
    setSent(way)
    if (way === 'login') return logIn(input, REGISTER_INSTEAD)
    const unsent = `${PATHS.verifyEmail}?redirect=${encodeURIComponent(target)}&unsent=1`
    return register(input, { next: target, unsent })
  })
  return (
    <>
      <StaleSession stale={props.stale} endSession={props.endSession} />
      <ErrorSummary problems={problems} />
      <form {...form} className={styles.form}>
        <EmailField defaultValue={typed('email')} error={problems?.fields?.email} />
        <PasswordField
          id="password"
          label="密碼"
          placeholder="至少 6 個字元"
          autoComplete={ways[0] === 'login' ? 'current-password' : 'new-password'}
          required
          error={problems?.fields?.password}
        />
        {ways.map((way, index) => (
          <Button
            key={way}
            type="submit"
            name="way"
            value={way}
            variant={index === 0 ? 'primary' : 'secondary'}
            fullWidth
            pending={busy}
          >
            {WAYS[way][busy && sent === way ? 1 : 0]}
          </Button>
        ))}
      </form>
      <ForgottenPassword signUp={loginPath(target).replace(PATHS.login, PATHS.signup)} />
      <TermsNote />
      <p className={styles.or}>或</p>
      <ProviderButtons
        config={props.config}
        app={props.app}
        startSession={props.startSession}
        onSignedIn={onProvider}
      />
    </>
  )
}
