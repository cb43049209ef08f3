'use client'

import { useState } from 'react'

import { Button, ButtonLink } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { focusOnAppearance } from '#components/ui/focus-on-appearance.ts'
import { Notice } from '#components/ui/notice.tsx'
import { type MailedLink, useMailedLink } from '#components/ui/use-mailed-link.ts'
import { useSubmit } from '#components/ui/use-submit.ts'
import type { Failure } from '#lib/result.ts'
import { PATHS } from '#lib/routes/paths.ts'
import styles from './give-half.module.css'
import { halfFailureText, type HalfFailure } from './messages.ts'

type Act = (
  link: MailedLink,
) => Promise<{ readonly ok: true; readonly data: unknown } | Failure<HalfFailure>>

const ACTS = ['confirm', 'withdraw'] as const
const DONE = {
  confirm: { title: '送到了，謝謝你', text: '我們看過之後會掛上來，再寄信通知網址。' },
  withdraw: { title: '已收回', text: '這個圖和名字都刪除了，一分鐘內不再出現在任何一頁。' },
} as const

/** Confirms or takes back by a press what the mailed link names, so that a mail scanner does neither. */
export function MailedHalf(acts: { confirm: Act; withdraw: Act }) {
  const link = useMailedLink()
  const [done, setDone] = useState<(typeof ACTS)[number] | null>(null)
  const [problems, setProblems] = useState<Problems | null>(null)
  const { busy, form } = useSubmit(async (formData) => {
    const act = ACTS.find((name) => name === formData.get('act')) ?? 'confirm'
    if (!link) return setProblems({ title: halfFailureText({ code: 'gone' }) })
    const answer = await callAction(acts[act], link).catch(lostCall)
    if (answer.ok) return setDone(act)
    setProblems({ title: halfFailureText(answer) })
  })
  if (done) {
    return (
      <Notice kind="success" title={DONE[done].title} ref={focusOnAppearance}>
        <p>{DONE[done].text}</p>
        <p>
          <ButtonLink href={PATHS.halves}>看大家的另一半</ButtonLink>
        </p>
      </Notice>
    )
  }
  return (
    <>
      <ErrorSummary problems={problems} />
      <form {...form} className="ways">
        <Button type="submit" name="act" value="confirm" variant="primary" pending={busy}>
          確認並送出
        </Button>
        <Button type="submit" name="act" value="withdraw" pending={busy}>
          收回這個圖
        </Button>
      </form>
      <noscript>
        <p className={styles.error}>這一頁需要 JavaScript。</p>
      </noscript>
    </>
  )
}
