'use client'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary } from '#components/ui/error-summary.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import { EmailField } from './email-field.tsx'
import { PasswordField } from './password-field.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import styles from './sign-in.module.css'
import { StaleSession, type StaleSessionProps } from './stale-session.tsx'
import { type SignInProps, useSignIn } from './use-sign-in.ts'

/** Props of the sign-in form: the target, and the actions that begin and end a session. */
export type LoginFormProps = SignInProps & StaleSessionProps

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
