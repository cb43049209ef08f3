'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { callAction } from '#components/ui/call-action.ts'
import { type Problems, textIn, ErrorSummary } from '#components/ui/form.tsx'
import { keptSignIn } from '#components/account/use-signed-in.ts'
import { type InAppBrowser, IN_APP_BROWSERS } from '#lib/account/in-app-browser.ts'
import type { WebConfig } from '#lib/account/session.ts'
import {
  type Exchange,
  signInByPassword,
  signUp,
  type PopupProvider,
  signInByPopup,
} from '#lib/account/sign-in.ts'
import type { Failure } from '#lib/result.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { mistypedMailDomain } from '#lib/text/mail-domain.ts'
import { typedEmail } from '#lib/text/plain-text.ts'
import { announceSignIn } from './session-watch.tsx'
import { rememberMail } from './verification-mail.tsx'
import {
  adviceOn,
  type ExchangeRefusal,
  type FormFailure,
  LOGIN_FAILED,
  NO_COOKIES,
  SIGN_UP_FAILED,
  SIGN_UP_MISMATCH,
  POPUP_FAILED,
} from './messages.ts'
import { usePreloadedAuthClient, withAuthClient } from './auth-client.ts'
import { useCart } from '#components/cart/cart-provider.tsx'
import { Button } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Notice } from '#components/ui/notice.tsx'
import { carriedHash } from '#lib/cart/carried-cart.ts'
import styles from './sign-in.module.css'

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
  const question = `是不是要寫「@${meant}」？沒有錯的話，再按一次。`
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
    if (!keptSignIn()) {
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

/** Link out of an in-app browser, where Google blocks sign-in. The cart is carried over. */
export function InAppNotice({ app }: { app: InAppBrowser }) {
  const { lines } = useCart()
  const [address, setAddress] = useState('')
  const [isCopied, setCopied] = useState(false)
  const hash = carriedHash(lines)

  async function copy(): Promise<void> {
    const here = window.location.origin + PATHS.cart + hash
    setAddress(here)
    setCopied(
      await navigator.clipboard.writeText(here).then(
        () => true,
        () => false,
      ),
    )
  }

  return (
    <Notice title={`在 ${IN_APP_BROWSERS[app]} 裡不能使用 Google 登入`}>
      <p>可以用電子信箱，或改用瀏覽器開啟，購物車會帶過去。</p>
      {app === 'line' ? (
        // LINE opens an address with this parameter in the phone's own browser.
        <a className={buttonClass()} href={`${PATHS.cart}?openExternalBrowser=1${hash}`}>
          用瀏覽器開啟
        </a>
      ) : (
        <Button onClick={() => void copy()}>{isCopied ? '已複製網址' : '複製網址'}</Button>
      )}
      {address === '' ? null : (
        <output>
          {isCopied ? '請打開 Safari 或 Chrome，貼上網址。' : `請複製這個網址：${address}`}
        </output>
      )}
    </Notice>
  )
}

const NAMES = { 'google.com': '使用 Google 登入', 'facebook.com': '使用 Facebook 登入' } as const
const PROVIDERS = ['google.com', 'facebook.com'] as const

/**
 * The two providers' windows. A closed window is noticed only after seconds,
 * so the buttons stay usable and the newest click counts.
 */
export function ProviderButtons({
  config,
  app,
  startSession,
  onSignedIn,
}: {
  config: WebConfig
  /** The app in whose browser the page is open: Google refuses to sign in there. */
  app: InAppBrowser | undefined
  startSession: Exchange<ExchangeRefusal>
  onSignedIn: () => void
}) {
  const newest = useRef(0)
  const [waiting, setWaiting] = useState(false)
  const [problems, setProblems] = useState<Problems | null>(null)

  const open = async (provider: PopupProvider) => {
    const click = ++newest.current
    setProblems(null)
    setWaiting(true)
    const signedIn = await withAuthClient(config, (auth) =>
      signInByPopup(auth, provider, (token) => callAction(startSession, token)),
    )
    if (signedIn.ok) {
      setWaiting(false)
      onSignedIn()
      return
    }
    if (click !== newest.current || signedIn.code === 'popup-replaced') return
    setWaiting(false)
    setProblems({ title: POPUP_FAILED[provider], advice: adviceOn(signedIn) })
  }

  return (
    <div className={styles.providers}>
      <ErrorSummary problems={problems} />
      {app === undefined ? null : <InAppNotice app={app} />}
      {PROVIDERS.filter((name) => app === undefined || name !== 'google.com').map((provider) => (
        <Button key={provider} fullWidth onClick={() => void open(provider)}>
          <ProviderMark provider={provider} />
          {NAMES[provider]}
        </Button>
      ))}
      <output className={styles.note}>{waiting ? '請在開啟的視窗中完成登入。' : ''}</output>
    </div>
  )
}

const MARKS = {
  'google.com':
    'M12.2 10.3v3.6h5.1c-.2 1.2-1.5 3.5-5.1 3.5a5.4 5.4 0 1 1 0-10.8c1.7 0 2.9.7 3.6 1.4l2.5-2.4A9 9 0 1 0 12.2 21c5.2 0 8.6-3.6 8.6-8.8 0-.6-.1-1.3-.2-1.9h-8.4z',
  'facebook.com':
    'M14 21v-7.6h2.6l.4-3H14V8.5c0-.9.3-1.5 1.5-1.5H17V4.3c-.3 0-1.2-.1-2.3-.1-2.3 0-3.8 1.4-3.8 3.9v2.3H8.3v3h2.6V21H14z',
} as const

/** A provider's mark in the ink of the text beside it, which names it. */
export function ProviderMark({ provider }: { provider: PopupProvider }) {
  return (
    <svg width="20" height="20" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d={MARKS[provider]} />
    </svg>
  )
}
