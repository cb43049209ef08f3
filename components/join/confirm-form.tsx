'use client'
import { useState } from 'react'

import { Button, ButtonLink } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { focusOnAppearance } from '#components/ui/focus-on-appearance.ts'
import { Notice } from '#components/ui/notice.tsx'
import { type MailedLink, useMailedLink } from '#components/ui/use-mailed-link.ts'
import { useSubmit } from '#components/ui/use-submit.ts'
import { PATHS } from '#lib/routes/paths.ts'
import type { JoinAnswer } from './join-form.tsx'
import styles from './join.module.css'
import { joinFailureText } from './messages.ts'

/** Confirms by a press what the mailed link names, so that a mail scanner confirms nothing. */
export function ConfirmForm({ confirm }: { confirm: (link: MailedLink) => Promise<JoinAnswer> }) {
  const link = useMailedLink()
  const [isDone, setDone] = useState(false)
  const [problems, setProblems] = useState<Problems | null>(null)
  const { busy, form } = useSubmit(async () => {
    if (!link) return setProblems({ title: joinFailureText({ code: 'gone' }) })
    const answer = await callAction(confirm, link).catch(lostCall)
    if (answer.ok) return setDone(true)
    setProblems({ title: joinFailureText(answer) })
  })
  if (isDone) {
    return (
      <Notice kind="success" title="送到了，謝謝你" ref={focusOnAppearance}>
        <p>我們會讀完，再回信給你。</p>
      </Notice>
    )
  }
  return (
    <>
      <ErrorSummary problems={problems} />
      <form {...form} className={styles.form}>
        <Button type="submit" variant="primary" pending={busy}>
          {busy ? '送出中…' : '確認並送出'}
        </Button>
      </form>
      {problems ? <ButtonLink href={PATHS.join}>回到表單</ButtonLink> : null}
      <noscript>
        <p>這一頁需要 JavaScript 才能確認。</p>
      </noscript>
    </>
  )
}
