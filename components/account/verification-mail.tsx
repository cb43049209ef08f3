'use client'

import { useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { sendVerificationAgain } from '#lib/account/sign-in.ts'
import { secondsUntilNextMail } from '#lib/account/verification-mail.ts'
import type { WebConfig } from '#lib/account/web-config.ts'
import type { Failure } from '#lib/result.ts'
import { PATHS } from '#lib/site/paths.ts'

import { lastMailAt, rememberMail } from './last-mail.ts'
import { adviceOn, type FormFailure, MAIL_FAILED, MAIL_SENT, mailTooSoon } from './messages.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { usePreloadedAuthClient, withAuthClient } from './auth-client.ts'

function failed(refusal: Failure<FormFailure>): Problems {
  const isWrong = refusal.code === 'credentials'
  return { title: MAIL_FAILED, advice: isWrong ? '密碼不正確。' : adviceOn(refusal) }
}

/** Has the verification mail sent again, once a minute at most; the sign-in service wants the password for it, since the browser keeps no sign-in of its own. */
export function VerificationMail({ config, email }: { config: WebConfig; email: string }) {
  const [step, setStep] = useState<'idle' | 'asking' | 'sent'>('idle')
  const [problems, setProblems] = useState<Problems | null>(null)
  usePreloadedAuthClient(config)

  const ask = () => {
    const seconds = secondsUntilNextMail(lastMailAt(email), Date.now())
    setProblems(seconds > 0 ? { title: mailTooSoon(seconds) } : null)
    setStep(seconds > 0 ? 'idle' : 'asking')
  }
  const send = async (password: string) => {
    setProblems(null)
    const verifiedUrl = window.location.origin + PATHS.verifySuccess
    const result = await withAuthClient(config, (auth) =>
      sendVerificationAgain(auth, { email, password, verifiedUrl }),
    )
    if (!result.ok) return setProblems(failed(result))
    rememberMail(email)
    setStep('sent')
  }
  const close = () => {
    setProblems(null)
    setStep('idle')
  }

  return (
    <>
      {step === 'sent' ? <Notice kind="success" title={MAIL_SENT} /> : null}
      {step === 'asking' ? null : <ErrorSummary problems={problems} />}
      <Button fullWidth onClick={ask}>
        重新寄出驗證信
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
