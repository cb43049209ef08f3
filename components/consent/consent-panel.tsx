'use client'

import { useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import type { Consent } from '#lib/consent/consent.ts'
import styles from './consent-panel.module.css'

const KINDS = [
  { kind: 'essential', title: '必要', text: '登入、購物車、語言與這個選擇。無法關閉。' },
  { kind: 'analytics', title: '分析', text: '了解哪些頁面被閱讀、哪些商品被放進購物車與購買。' },
  { kind: 'marketing', title: '行銷', text: '目前沒有使用，僅記錄您的意願。' },
] as const

/** The preferences: the essential part locked on, the others as the visitor likes. */
export default function ConsentPanel({
  initial,
  onConfirm,
}: {
  initial: Consent
  onConfirm: (consent: Consent) => void
}) {
  const [consent, setConsent] = useState(initial)
  return (
    <form
      className={styles.panel}
      onSubmit={(event) => {
        event.preventDefault()
        onConfirm(consent)
      }}
    >
      {KINDS.map(({ kind, title, text }) => (
        <div key={kind} className={styles.kind}>
          <input
            id={`consent-${kind}`}
            type="checkbox"
            checked={consent[kind]}
            disabled={kind === 'essential'}
            aria-describedby={`consent-${kind}-text`}
            onChange={(event) => setConsent({ ...consent, [kind]: event.target.checked })}
          />
          <div>
            <label className={styles.kindTitle} htmlFor={`consent-${kind}`}>
              {title}
            </label>
            <p className={styles.soft} id={`consent-${kind}-text`}>
              {text}
            </p>
          </div>
        </div>
      ))}
      <Button type="submit">確認設定</Button>
    </form>
  )
}
