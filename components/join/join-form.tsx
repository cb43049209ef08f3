'use client'
import { useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { TextAreaField, TextField } from '#components/ui/field.tsx'
import { focusOnAppearance } from '#components/ui/focus-on-appearance.ts'
import { Notice } from '#components/ui/notice.tsx'
import { textIn } from '#components/ui/text-in.ts'
import { useSubmit } from '#components/ui/use-submit.ts'
import { type JoinFields, LONGEST } from '#lib/join/work-link.ts'
import type { Failure } from '#lib/result.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { typedEmail } from '#lib/text/plain-text.ts'
import styles from './join.module.css'
import { type JoinFailure, joinFailureText, joinProblems } from './messages.ts'

/** Answer of the form's server action. */
export type JoinAnswer = { readonly ok: true } | Failure<JoinFailure>

type Send = (fields: JoinFields & { readonly consent: true }) => Promise<JoinAnswer>

function Consent({ error, isGiven }: { error: string | undefined; isGiven: boolean }) {
  return (
    <div>
      <label className={styles.consent} htmlFor="consent">
        <input
          id="consent"
          name="consent"
          type="checkbox"
          defaultChecked={isGiven}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : 'consent-error'}
        />
        <span>
          我同意共衣保存我寫的內容，用來回信與討論合作；最長一年，隨時可以請我們刪除。
          <a href={PATHS.policy}>隱私權政策</a>
        </span>
      </label>
      {error === undefined ? null : (
        <p className={styles.error} id="consent-error">
          {error}
        </p>
      )}
    </div>
  )
}

function Fields({
  typed,
  problems,
}: {
  typed: (name: string) => string
  problems: Problems | null
}) {
  const errors = problems?.fields ?? {}
  return (
    <>
      <TextField
        id="name"
        label="名字或團隊名稱"
        autoComplete="name"
        maxLength={LONGEST.name}
        defaultValue={typed('name')}
        error={errors.name}
      />
      <TextField
        id="email"
        type="email"
        label="電子信箱"
        hint="我們會寄一封確認信到這裡"
        autoComplete="email"
        maxLength={LONGEST.email}
        defaultValue={typed('email')}
        error={errors.email}
      />
      <TextField
        id="link"
        inputMode="url"
        label="作品的網址"
        hint="網站、相簿或社群頁面都可以"
        optional
        autoComplete="url"
        maxLength={LONGEST.link}
        defaultValue={typed('link')}
        error={errors.link}
      />
      <TextAreaField
        id="words"
        label="想放進衣服裡的事"
        rows={8}
        maxLength={LONGEST.words}
        defaultValue={typed('words')}
        error={errors.words}
      />
    </>
  )
}

/** The form for creators; the confirmation takes its place. */
export function JoinForm({ send }: { send: Send }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [problems, setProblems] = useState<Problems | null>(null)
  const { busy, form, typed } = useSubmit(async (formData) => {
    const text = textIn(formData)
    const fields = {
      name: text('name'),
      email: typedEmail(text('email')),
      link: text('link'),
      words: text('words'),
      consent: formData.has('consent'),
    }
    const wrong = joinProblems(fields)
    setProblems(wrong)
    if (wrong) return
    const answer = await callAction(send, { ...fields, consent: true }).catch(lostCall)
    if (answer.ok) return setSentTo(fields.email)
    setProblems({ title: joinFailureText(answer) })
  })
  if (sentTo !== null) {
    return (
      <Notice kind="success" title="還差一步：請收信" ref={focusOnAppearance}>
        <p>
          確認信已寄到 {sentTo}。點開信中的連結，你寫的內容才會送到我們手上。連結 7
          天內有效。若沒收到，請查看垃圾信件匣。
        </p>
      </Notice>
    )
  }
  return (
    <>
      <form {...form} className={styles.form}>
        <ErrorSummary problems={problems} />
        <Fields typed={typed} problems={problems} />
        <Consent error={problems?.fields?.consent} isGiven={typed('consent') !== ''} />
        <Button type="submit" variant="primary" pending={busy}>
          {busy ? '送出中…' : '送出'}
        </Button>
      </form>
      <noscript>
        <p>這個表單需要 JavaScript；也可以直接寫信給我們。</p>
      </noscript>
    </>
  )
}
