'use client'
import { useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import type { MissingCode } from '#components/ui/load-needed.ts'
import { Notice } from '#components/ui/notice.tsx'
import type { SignInMethod } from '#lib/account/account.ts'
import type { WebConfig } from '#lib/account/session.ts'
import {
  sendVerificationAgain,
  sendVerificationByPopup,
  type SignInFailure,
} from '#lib/account/sign-in.ts'
import type { Result } from '#lib/result.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { usePreloadedAuthClient, withAuthClient } from './auth-client.ts'
import { adviceOn, MAIL_FAILED, MAIL_SENT, mailTooSoon } from './messages.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { rememberMail, secondsToWait } from './verification-wait.ts'

const verifiedUrl = () => window.location.origin + PATHS.verifySuccess

/**
 * Sends the verification mail, at most once a minute. Asks to sign in again by the member's method, since no sign-in is
 * kept.
 */
export function VerificationMail({
  config,
  email,
  method,
}: {
  config: WebConfig
  email: string
  method: SignInMethod
}) {
  const [step, setStep] = useState<'idle' | 'asking' | 'sent'>('idle')
  const provider = method === 'google.com' || method === 'facebook.com' ? method : undefined
  const [problems, setProblems] = useState<Problems | null>(null)
  usePreloadedAuthClient(config)

  const ask = () => {
    const seconds = secondsToWait(email)
    setProblems(seconds > 0 ? { title: mailTooSoon(seconds) } : null)
    if (seconds > 0) return setStep('idle')
    if (provider) return sendByPopup(provider)
    setStep('asking')
  }
  const finish = (sent: Result<null, SignInFailure | MissingCode>) => {
    if (!sent.ok) {
      const advice = sent.code === 'credentials' ? '密碼不正確。' : adviceOn(sent)
      return setProblems({ title: MAIL_FAILED, advice })
    }
    rememberMail(email)
    setStep('sent')
  }
  const send = async (password: string) => {
    setProblems(null)
    const mail = { email, password, verifiedUrl: verifiedUrl() }
    finish(await withAuthClient(config, (auth) => sendVerificationAgain(auth, mail)))
  }
  const sendByPopup = async (by: 'google.com' | 'facebook.com') => {
    setStep('idle')
    const mail = { provider: by, verifiedUrl: verifiedUrl() }
    finish(await withAuthClient(config, (auth) => sendVerificationByPopup(auth, mail)))
  }
  const close = () => {
    setProblems(null)
    setStep('idle')
  }

  return (
    <>
      {step === 'sent' ? <Notice kind="success" title={MAIL_SENT} /> : null}
      {step === 'asking' ? null : <ErrorSummary problems={problems} />}
      <Button variant="quiet" onClick={() => void ask()}>
        {provider ? '寄出驗證信' : '重新寄出驗證信'}
      </Button>
      {step === 'asking' ? (
        <PasswordDialog
          title="請輸入密碼，以重新寄出驗證信"
          action="寄出驗證信"
          email={email}
          problems={problems}
          onConfirm={send}
          onClose={close}
        />
      ) : null}
    </>
  )
}
