'use client'

import { useRef, useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { type Exchange, type PopupProvider, signInByPopup } from '#lib/account/sign-in.ts'
import type { WebConfig } from '#lib/account/web-config.ts'

import { adviceOn, type ExchangeRefusal, POPUP_FAILED } from './messages.ts'
import { ProviderMark } from './provider-mark.tsx'
import styles from './sign-in.module.css'
import { withAuthClient } from './auth-client.ts'

const NAMES = { 'google.com': '使用 Google 登入', 'facebook.com': '使用 Facebook 登入' } as const
const PROVIDERS = ['google.com', 'facebook.com'] as const

/** The two providers' windows. A closed window is noticed only after seconds, so the buttons stay usable and the newest click counts. */
export function ProviderButtons({
  config,
  startSession,
  onSignedIn,
}: {
  config: WebConfig
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
      signInByPopup(auth, provider, startSession),
    )
    if (result.ok) return onSignedIn()
    if (click !== newest.current || result.code === 'popup-replaced') return
    setWaiting(false)
    setProblems({ title: POPUP_FAILED[provider], advice: adviceOn(result) })
  }

  return (
    <div className={styles.providers}>
      <ErrorSummary problems={problems} />
      {PROVIDERS.map((provider) => (
        <Button key={provider} fullWidth onClick={() => void open(provider)}>
          <ProviderMark provider={provider} />
          {NAMES[provider]}
        </Button>
      ))}
      <output className={styles.note}>{waiting ? '請在開啟的視窗中完成登入。' : ''}</output>
    </div>
  )
}
