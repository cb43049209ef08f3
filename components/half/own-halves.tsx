'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'

import account from '#components/account/account.module.css'
import { Button } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import type { Failure } from '#lib/result.ts'
import { halfFailureText, type HalfFailure } from './messages.ts'
import styles from './own-halves.module.css'

/** A half of a member's, as the settings show it; `figure` is drawn by the server. */
export type OwnHalf = {
  readonly id: string
  readonly label: string
  readonly figure: ReactNode
}

type Withdraw = (input: {
  id: string
}) => Promise<{ readonly ok: true; readonly data: unknown } | Failure<HalfFailure>>

/** The halves that a member gave, each with a press that takes it back. Stays for its answer when the last one is gone. */
export function OwnHalves({
  halves,
  lines,
  withdraw,
}: {
  halves: readonly OwnHalf[]
  /** The motifs' own lines, which the figures use. */
  lines: ReactNode
  withdraw: Withdraw
}) {
  const router = useRouter()
  const [busy, setBusy] = useState('')
  const [status, setStatus] = useState('')
  const press = async (id: string) => {
    setBusy(id)
    const answer = await callAction(withdraw, { id }).catch(lostCall)
    setBusy('')
    if (!answer.ok) return setStatus(halfFailureText(answer))
    setStatus('已收回，一分鐘內不再出現在任何一頁。')
    router.refresh()
  }
  if (halves.length === 0 && status === '') return null
  return (
    <section className={account.section}>
      <h2>送出的另一半</h2>
      {lines}
      <ul className={`plain-list ${styles.halves}`}>
        {halves.map(({ id, label, figure }) => (
          <li key={id} className={styles.half}>
            {figure}
            <span>{label}</span>
            <Button
              variant="quiet"
              pending={busy === id}
              aria-label={`收回：${label}`}
              onClick={() => void press(id)}
            >
              收回
            </Button>
          </li>
        ))}
      </ul>
      <output>{status}</output>
    </section>
  )
}
