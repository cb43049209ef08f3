'use client'
import { type ReactNode, useState } from 'react'

import { Button, ButtonLink } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { focusOnAppearance } from '#components/ui/focus-on-appearance.ts'
import { Notice } from '#components/ui/notice.tsx'
import { type MailedLink, useMailedLink } from '#components/ui/use-mailed-link.ts'
import { useSubmit } from '#components/ui/use-submit.ts'
import type { Failure } from '#lib/result.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { type AlertFailure, alertFailureText } from './messages.ts'
import styles from './stock-alert.module.css'

type Answer =
  | { readonly ok: true; readonly data: { readonly title: string; readonly size: string } }
  | Failure<AlertFailure>

type FollowLink = (link: MailedLink) => Promise<Answer>

type AlertResult = { readonly what: 'confirmed' | 'cancelled'; readonly garment: string }

const DONE = {
  confirmed: { title: '登記完成', words: '到貨時，我們會寄一封信給您。' },
  cancelled: { title: '已取消登記', words: '您的信箱已刪除，不會再收到通知。' },
} as const

function LinkButton({
  follow,
  onAnswer,
  children,
  isPrimary = false,
}: {
  follow: FollowLink
  onAnswer: (answer: Answer) => void
  children: ReactNode
  isPrimary?: boolean
}) {
  const link = useMailedLink()
  const { busy, form } = useSubmit(async () => {
    if (!link) return onAnswer({ ok: false, code: 'gone' })
    onAnswer(await callAction(follow, link).catch(lostCall))
  })
  return (
    <form {...form}>
      <Button type="submit" variant={isPrimary ? 'primary' : 'secondary'} pending={busy}>
        {children}
      </Button>
    </form>
  )
}

/** Confirms or ends by a press what the mailed link names, so that a mail scanner does neither. */
export function AlertLinkForm({ confirm, cancel }: { confirm: FollowLink; cancel: FollowLink }) {
  const [done, setDone] = useState<AlertResult | null>(null)
  const [problems, setProblems] = useState<Problems | null>(null)
  const take = (what: AlertResult['what']) => (answer: Answer) => {
    setProblems(answer.ok ? null : { title: alertFailureText(answer) })
    if (answer.ok) setDone({ what, garment: `${answer.data.title}（${answer.data.size}）` })
  }
  return (
    <div className={styles.form}>
      <ErrorSummary problems={problems} />
      {done ? (
        <Notice kind="success" title={DONE[done.what].title} ref={focusOnAppearance}>
          <p>
            {done.garment}：{DONE[done.what].words}
          </p>
        </Notice>
      ) : (
        <LinkButton follow={confirm} onAnswer={take('confirmed')} isPrimary>
          確認到貨通知
        </LinkButton>
      )}
      {done?.what === 'cancelled' ? null : (
        <LinkButton follow={cancel} onAnswer={take('cancelled')}>
          取消這筆登記
        </LinkButton>
      )}
      {problems || done ? <ButtonLink href={PATHS.shop}>看看商品</ButtonLink> : null}
      <noscript>
        <p>這一頁需要 JavaScript 才能確認。</p>
      </noscript>
    </div>
  )
}
