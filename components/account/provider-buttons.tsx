'use client'

import { useRef, useState } from 'react'

import { callAction } from '#components/ui/call-action.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import type { WebConfig } from '#lib/account/require-account.ts'
import { type Exchange, type PopupProvider, signInByPopup } from '#lib/account/sign-in.ts'

import type { InAppBrowser } from '#lib/account/in-app-browser.ts'

import { withAuthClient } from './auth-client.ts'
import { InAppNotice } from './in-app-notice.tsx'
import { adviceOn, type ExchangeRefusal, POPUP_FAILED } from './messages.ts'
import styles from './sign-in.module.css'

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
    const result = await withAuthClient(config, (auth) =>
      signInByPopup(auth, provider, (token) => callAction(startSession, token)),
    )
    if (result.ok) {
      setWaiting(false)
      onSignedIn()
      return
    }
    if (click !== newest.current || result.code === 'popup-replaced') return
    setWaiting(false)
    setProblems({ title: POPUP_FAILED[provider], advice: adviceOn(result) })
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
