'use client'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'

import { callAction } from '#components/ui/call-action.ts'
import type { Problems } from '#components/ui/error-summary.tsx'
import { textIn } from '#components/ui/text-in.ts'
import type { InAppBrowser } from '#lib/account/in-app-browser.ts'
import type { WebConfig } from '#lib/account/session.ts'
import { type Exchange, signInByPassword, signUp } from '#lib/account/sign-in.ts'
import type { Failure } from '#lib/result.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { mistypedMailDomain } from '#lib/text/mail-domain.ts'
import { typedEmail } from '#lib/text/plain-text.ts'
import { announceSignIn } from './announce-sign-in.ts'
import { usePreloadedAuthClient, withAuthClient } from './auth-client.ts'
import {
  adviceOn,
  type ExchangeRefusal,
  type FormFailure,
  LOGIN_FAILED,
  NO_COOKIES,
  SIGN_UP_FAILED,
  SIGN_UP_MISMATCH,
} from './messages.ts'
import { storedSignIn } from './use-signed-in.ts'
import { rememberMail } from './verification-wait.ts'

/** What every form needs that signs in. */
export type SignInProps = {
  readonly config: WebConfig
  /** Where a member goes who has signed in. */
  readonly target: string
  /** The app in whose browser the page is open, if it is one that is known. */
  readonly app: InAppBrowser | undefined
  readonly startSession: Exchange<ExchangeRefusal>
}

/** Where a new account goes: as a rule, and when its verification mail could not be sent. */
export type NewAccountTargets = { readonly next: string; readonly unsent: string }

function readFields(form: FormData) {
  const read = textIn(form)
  return {
    email: typedEmail(read('email')),
    password: read('password'),
    // A form that asks for the password once has no such field.
    confirmation: form.has('confirmation') ? read('confirmation') : undefined,
  }
}

function missingFields({
  email,
  password,
  confirmation,
}: ReturnType<typeof readFields>): Problems | null {
  const fields = {
    ...(email ? {} : { email: '請輸入電子信箱' }),
    ...(password ? {} : { password: '請輸入密碼' }),
    ...(confirmation === '' ? { confirmation: '請再輸入一次密碼' } : {}),
  }
  return Object.keys(fields).length > 0 ? { title: '請完成以下欄位', fields } : null
}

// Asks once about a mail domain one typing error away from a common one.
function mailDoubt(email: string, askedAbout: string): Problems | null {
  const meant = mistypedMailDomain(email)
  if (meant === undefined || email === askedAbout) return null
  const question = `您是指 @${meant} 嗎？若沒打錯，請再按一次。`
  return { title: '請再看一次電子信箱', fields: { email: question } }
}

function signUpProblems(refusal: Failure<FormFailure>): Problems {
  const { code } = refusal
  const advice = adviceOn(refusal)
  if (code === 'weak-password' || code === 'email-in-use') {
    return { title: SIGN_UP_FAILED, fields: { password: advice } }
  }
  if (code === 'invalid-email') return { title: SIGN_UP_FAILED, fields: { email: advice } }
  return { title: SIGN_UP_FAILED, advice }
}

/**
 * The two ways in by e-mail and password, for `useSubmit`: each reads a form's fields, shows its
 * problems and leads on.
 */
export function useSignIn({ config, target, startSession }: SignInProps) {
  const router = useRouter()
  const [problems, setProblems] = useState<Problems | null>(null)
  const askedAbout = useRef('')
  usePreloadedAuthClient(config)

  // Moving on without a session would only lead back here.
  const goOn = (path: string) => {
    if (!storedSignIn()) {
      setProblems({ title: NO_COOKIES })
      return undefined
    }
    announceSignIn()
    router.replace(path)
    return 'leaving' as const
  }

  const logIn = async (form: FormData, elseAdvice?: string) => {
    const fields = readFields(form)
    const gaps = missingFields(fields)
    setProblems(gaps)
    if (gaps) return undefined
    const signedIn = await withAuthClient(config, (auth) =>
      signInByPassword(auth, fields, (token) => callAction(startSession, token)),
    )
    if (signedIn.ok) return goOn(target)
    const advice = signedIn.code === 'credentials' && elseAdvice ? elseAdvice : adviceOn(signedIn)
    setProblems({ title: LOGIN_FAILED, advice })
    return undefined
  }

  const register = async (form: FormData, { next, unsent }: NewAccountTargets) => {
    const fields = readFields(form)
    const { email, password, confirmation } = fields
    const differs = confirmation !== undefined && confirmation !== password
    const wrong =
      missingFields(fields) ??
      (differs
        ? { title: SIGN_UP_MISMATCH, fields: { confirmation: SIGN_UP_MISMATCH } }
        : mailDoubt(email, askedAbout.current))
    if (wrong?.fields?.email) askedAbout.current = email
    setProblems(wrong)
    if (wrong) return undefined
    const verifiedUrl = window.location.origin + PATHS.verifySuccess
    const registered = await withAuthClient(config, (auth) =>
      signUp(auth, { email, password, verifiedUrl }, (token) => callAction(startSession, token)),
    )
    if (!registered.ok) {
      setProblems(signUpProblems(registered))
      return undefined
    }
    const { isNew, isMailSent } = registered.data
    if (isMailSent) rememberMail(email)
    if (!isNew) return goOn(target)
    return goOn(isMailSent ? next : unsent)
  }

  return { problems, logIn, register, onProvider: () => void goOn(target) }
}
