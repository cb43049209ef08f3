'use client'

import { useEffect, useState } from 'react'
import { useBrowserValue } from '#components/ui/use-browser-value.ts'
import { callAction } from '#components/ui/call-action.ts'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { ErrorSummary, useSubmit } from '#components/ui/form.tsx'
import { announceSignIn } from './session-watch.tsx'
import { EmailField, PasswordField } from './password-field.tsx'
import { ProviderButtons, type SignInProps, useSignIn } from './sign-in.tsx'
import styles from './sign-in.module.css'
import { hasSignedInBefore } from '#components/account/use-signed-in.ts'
import { loginPath, PATHS } from '#lib/routes/paths.ts'
import { REGISTER_INSTEAD } from './messages.ts'
import { ForgottenPassword, TermsNote } from './sign-in-links.tsx'

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
