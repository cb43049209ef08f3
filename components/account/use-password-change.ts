'use client'

import { useState } from 'react'

import type { Problems } from '#components/ui/error-summary.tsx'
import { type Exchange, signInWithNewPassword } from '#lib/account/sign-in.ts'
import type { WebConfig } from '#lib/account/require-account.ts'
import type { Failure } from '#lib/result.ts'
import { loginPath, PATHS } from '#lib/site/paths.ts'

import { adviceOn, type ExchangeRefusal, type FormFailure, PASSWORD_FAILED } from './messages.ts'
import { withAuthClient } from './auth-client.ts'

function failed(refusal: Failure<FormFailure>): Problems {
  const isWrong = refusal.code === 'credentials'
  const advice = isWrong ? '目前的密碼不正確。' : adviceOn(refusal)
  return { title: PASSWORD_FAILED, advice }
}

/** The steps of a password change: a new password is given, the current one is asked for, both go to the sign-in service. */
export function usePasswordChange(
  config: WebConfig,
  email: string,
  startSession: Exchange<ExchangeRefusal>,
) {
  const [next, setNext] = useState<string | null>(null)
  const [saved, setSaved] = useState(0)
  const [problems, setProblems] = useState<Problems | null>(null)

  const ask = (password: string) => {
    setProblems(null)
    if (password !== '') setNext(password)
  }
  const change = async (current: string) => {
    if (next === null) return
    const result = await withAuthClient(config, (auth) =>
      signInWithNewPassword(auth, { email, current, next }, startSession),
    )
    if (!result.ok && result.code === 'sign-in-again') {
      window.location.assign(loginPath(PATHS.settings))
      return
    }
    if (!result.ok) return setProblems(failed(result))
    setNext(null)
    setSaved(saved + 1)
  }
  return { asking: next !== null, saved, problems, ask, change, cancel: () => setNext(null) }
}
