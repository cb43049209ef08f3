'use client'
import { useRef, useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { SelectField, TextField } from '#components/ui/field.tsx'
import { focusOnAppearance } from '#components/ui/focus-on-appearance.ts'
import { Notice } from '#components/ui/notice.tsx'
import { textIn } from '#components/ui/text-in.ts'
import { useSubmit } from '#components/ui/use-submit.ts'
import type { Size } from '#lib/product/sizes.ts'
import type { Failure } from '#lib/result.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { mistypedMailDomain } from '#lib/text/mail-domain.ts'
import { isEmail, typedEmail } from '#lib/text/plain-text.ts'
import { type AlertFailure, alertFailureText } from './messages.ts'
import styles from './stock-alert.module.css'

/** The server action that stores a request for a stock alert. */
export type RequestAlert = (fields: {
  readonly product: string
  readonly size: Size
  readonly email: string
}) => Promise<{ readonly ok: true } | Failure<AlertFailure>>

const wrong = (text: string) => ({ title: '請再看一次電子信箱', fields: { 'alert-email': text } })

function problemsOf(email: string, askedAbout: string): Problems | null {
  if (!isEmail(email)) return wrong(alertFailureText({ code: 'malformed' }))
  const meant = mistypedMailDomain(email)
  if (meant === undefined || email === askedAbout) return null
  return wrong(`您是指 @${meant} 嗎？若沒打錯，請再按一次。`)
}

type SentAlert = { readonly email: string; readonly size: Size }

function useRequest(product: string, sizes: readonly Size[], request: RequestAlert) {
  const [sent, setSent] = useState<SentAlert | null>(null)
  const [problems, setProblems] = useState<Problems | null>(null)
  const askedAbout = useRef('')
  const submit = useSubmit(async (formData) => {
    const read = textIn(formData)
    const email = typedEmail(read('alert-email'))
    const size = sizes.find((siz) => siz === read('alert-size')) ?? sizes[0]
    const wrong = problemsOf(email, askedAbout.current)
    askedAbout.current = email
    setProblems(wrong)
    if (wrong || size === undefined) return
    const answer = await callAction(request, { product, size, email }).catch(lostCall)
    if (answer.ok) return setSent({ email, size })
    setProblems({ title: alertFailureText(answer) })
  })
  // Choosing another size beside the form requires a new submission.
  return { ...submit, sent: sent && sizes.includes(sent.size) ? sent : null, problems }
}

/** Asks for an address to which one mail goes when a size is back; a sentence takes its place once sent. */
export default function StockAlertForm({
  product,
  sizes,
  request,
}: {
  product: string
  /** The sizes that are sold out. */
  sizes: readonly Size[]
  request: RequestAlert
}) {
  const { busy, form, typed, sent, problems } = useRequest(product, sizes, request)
  if (sent) {
    return (
      <Notice kind="success" title="還差一步：請收信" ref={focusOnAppearance}>
        <p>
          {sent.size} 的確認信已寄到 {sent.email}
          。點開信中的連結，登記才會生效；已登記過則不會重寄。若未收到，請查看垃圾信件匣。
        </p>
      </Notice>
    )
  }
  return (
    <form {...form} className={styles.form} aria-label="貨到通知">
      <ErrorSummary problems={problems} />
      {sizes.length < 2 ? null : (
        <SelectField id="alert-size" label="尺寸">
          {sizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        id="alert-email"
        type="email"
        label="電子信箱"
        autoComplete="email"
        maxLength={254}
        defaultValue={typed('alert-email')}
        error={problems?.fields?.['alert-email']}
      />
      <Button type="submit" pending={busy}>
        {busy ? '送出中…' : '到貨時寄信給我'}
      </Button>
      <p className={styles.hint}>
        只寄一封通知，寄出後即刪除信箱；一年內未到貨也會刪除。
        <a href={PATHS.policy}>隱私權政策</a>
      </p>
    </form>
  )
}
