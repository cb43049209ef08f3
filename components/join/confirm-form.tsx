'use client'

import { useState, useSyncExternalStore } from 'react'

import { Button, ButtonLink } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { focusOnArrival } from '#components/ui/focus-on-arrival.ts'
import { Notice } from '#components/ui/notice.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import { PATHS } from '#lib/site/paths.ts'

import type { JoinAnswer } from './join-form.tsx'
import styles from './join.module.css'
import { joinFailureText } from './messages.ts'

type Link = { readonly id: string; readonly key: string }

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

// The key stands after the #, so no server and no log sees it before the button is pressed.
function linkIn(hash: string): Link | undefined {
  const [, id, key] = /^#([0-9a-f]{32})\.([0-9a-f]{32})$/.exec(hash) ?? []
  return id === undefined || key === undefined ? undefined : { id, key }
}

/** Confirms by a press what the mailed link names, so that a mail scanner confirms nothing. */
export function ConfirmForm({ confirm }: { confirm: (link: Link) => Promise<JoinAnswer> }) {
  const hash = useSyncExternalStore(
    subscribe,
    () => window.location.hash,
    () => '',
  )
  const [isDone, setDone] = useState(false)
  const [problems, setProblems] = useState<Problems | null>(null)
  const { busy, form } = useSubmit(async () => {
    const link = linkIn(hash)
    if (!link) return setProblems({ title: joinFailureText({ code: 'gone' }) })
    const answer = await confirm(link).catch(() => ({ ok: false, code: 'away' }) as const)
    if (answer.ok) return setDone(true)
    setProblems({ title: joinFailureText(answer) })
  })
  if (isDone) {
    return (
      <Notice kind="success" title="送到了，謝謝您" ref={focusOnArrival}>
        <p>我們會讀完，再回信給您。</p>
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
