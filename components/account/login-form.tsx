'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { textIn, useSubmit } from '#components/ui/use-submit.ts'
import { keptSignIn } from '#components/account/use-signed-in.ts'
import { type Exchange, signInByPassword } from '#lib/account/sign-in.ts'
import type { InAppBrowser } from '#lib/account/in-app-browser.ts'
import type { WebConfig } from '#lib/account/require-account.ts'

import { announceSignIn } from './session-watch.tsx'
import { EmailField, PasswordField } from './password-field.tsx'
import { adviceOn, type ExchangeRefusal, LOGIN_FAILED, NO_COOKIES } from './messages.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import styles from './sign-in.module.css'
import { usePreloadedAuthClient, withAuthClient } from './auth-client.ts'

function missing(email: string, password: string): Problems | null {
  const fields = {
    ...(email ? {} : { email: '請輸入電子信箱' }),
    ...(password ? {} : { password: '請輸入密碼' }),
  }
  return Object.keys(fields).length > 0 ? { title: '請完成以下欄位', fields } : null
}

// Clears an invalid session. The page renders again without it and keeps the notice.
function StaleSession({ stale, endSession }: { stale: boolean; endSession: () => Promise<void> }) {
  const [wasStale] = useState(stale)
  useEffect(() => {
    if (stale) endSession().then(announceSignIn, () => {})
  }, [stale, endSession])
  return wasStale ? (
    <Notice title="您的登入已經失效">
      <p>請重新登入，登入後會回到原來的頁面。</p>
    </Notice>
  ) : null
}

/** Props of the sign-in form: the target, and the actions that begin and end a session. */
export type LoginFormProps = {
  readonly config: WebConfig
  readonly target: string
  readonly stale: boolean
  /** The app in whose browser the page is open, if it is one that is known. */
  readonly app: InAppBrowser | undefined
  readonly startSession: Exchange<ExchangeRefusal>
  readonly endSession: () => Promise<void>
}

/**
 * Sign-in by e-mail and password, Google or Facebook, then on to `target`.
 * A `stale` session no longer holds and is cleared.
 */
export function LoginForm(props: LoginFormProps) {
  const { config, target, stale, startSession, endSession } = props
  const router = useRouter()
  const [problems, setProblems] = useState<Problems | null>(null)
  usePreloadedAuthClient(config)

  // Moving on without a session would only lead back here.
  const onSignedIn = () => {
    if (!keptSignIn()) {
      setProblems({ title: NO_COOKIES })
      return undefined
    }
    announceSignIn()
    router.replace(target)
    return 'leaving' as const
  }
  const { busy, form, typed } = useSubmit(async (input) => {
    const email = textIn(input)('email').trim()
    const password = textIn(input)('password')
    const incomplete = missing(email, password)
    setProblems(incomplete)
    if (incomplete) return
    const result = await withAuthClient(config, (auth) =>
      signInByPassword(auth, { email, password }, startSession),
    )
    if (!result.ok) return setProblems({ title: LOGIN_FAILED, advice: adviceOn(result) })
    return onSignedIn()
  })

  return (
    <>
      <StaleSession stale={stale} endSession={endSession} />
      <ProviderButtons
        config={config}
        app={props.app}
        startSession={startSession}
        onSignedIn={onSignedIn}
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
