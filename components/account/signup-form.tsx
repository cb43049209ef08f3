'use client'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary } from '#components/ui/error-summary.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import { EmailField } from './email-field.tsx'
import { PasswordField } from './password-field.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import styles from './sign-in.module.css'
import { type NewAccountTargets, type SignInProps, useSignIn } from './use-sign-in.ts'

/**
 * Registration by e-mail and password or by a provider. A provider's account needs no verification
 * and goes to `target`, as does an address that had an account already.
 */
export function SignupForm(props: SignInProps & NewAccountTargets) {
  const { problems, register, onProvider } = useSignIn(props)
  const { busy, form, typed } = useSubmit((input) => register(input, props))
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
        <PasswordField
          id="confirmation"
          label="確認密碼"
          autoComplete="new-password"
          required
          error={errors?.confirmation}
        />
        <Button type="submit" variant="primary" fullWidth pending={busy}>
          {busy ? '註冊中…' : '註冊'}
        </Button>
      </form>
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
