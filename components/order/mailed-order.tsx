'use client'
import { type ReactNode, useEffect, useState } from 'react'

import { Button, ButtonLink } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { focusOnAppearance } from '#components/ui/focus-on-appearance.ts'
import { Notice } from '#components/ui/notice.tsx'
import { useLinkInAddress } from '#components/ui/use-mailed-link.ts'
import type { Failure } from '#lib/result.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { type MailedOrderFailure, mailedOrderFailureText } from './messages.ts'
import styles from './order-detail.module.css'

type Answer = { readonly ok: true; readonly data: ReactNode } | Failure<MailedOrderFailure>

const OVER: Answer = { ok: false, code: 'link-over' }

// Asks once; a press on 再試一次 mounts it anew.
function Asked({
  link,
  show,
  again,
}: {
  link: string
  show: (link: string) => Promise<Answer>
  again: () => void
}) {
  const [answer, setAnswer] = useState<Answer | undefined>(link === '' ? OVER : undefined)
  useEffect(() => {
    let isCurrent = true
    if (link === '') return undefined
    const take = (taken: Answer) => isCurrent && setAnswer(taken)
    void callAction(show, link).catch(lostCall).then(take)
    return () => {
      isCurrent = false
    }
  }, [link, show])
  if (answer === undefined) return <output>訂單讀取中…</output>
  if (answer.ok) return answer.data
  const isOver = answer.code === 'link-over' || answer.code === 'malformed'
  return (
    <Notice kind="error" title={mailedOrderFailureText(answer)}>
      {isOver ? <p>請打開最近一封信裡的連結，或登入下單的帳號查看。</p> : null}
      <p className={styles.tools}>
        {isOver ? null : <Button onClick={again}>再試一次</Button>}
        <ButtonLink href={PATHS.orders} prefetch={false}>
          登入看訂單
        </ButtonLink>
      </p>
    </Notice>
  )
}

/** The order of the link in the address. It stands after the #, so no log and no referrer has it. */
export function MailedOrderView({ show }: { show: (link: string) => Promise<Answer> }) {
  const link = useLinkInAddress()
  const [tries, setTries] = useState(0)
  if (link === undefined) {
    return (
      <>
        <output>訂單讀取中…</output>
        <noscript>
          <p>這一頁需要 JavaScript；也可以登入下單的帳號查看訂單。</p>
        </noscript>
      </>
    )
  }
  return (
    // The pressed button goes, so the focus comes here.
    <div key={`${link} ${tries}`} tabIndex={-1} ref={tries === 0 ? undefined : focusOnAppearance}>
      <Asked link={link} show={show} again={() => setTries(tries + 1)} />
    </div>
  )
}
