'use client'

import { type ReactNode, useState } from 'react'

import { useSignedIn } from '#components/account/use-signed-in.ts'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { TextField } from '#components/ui/field.tsx'
import { focusOnAppearance } from '#components/ui/focus-on-appearance.ts'
import { Notice } from '#components/ui/notice.tsx'
import { textIn } from '#components/ui/text-in.ts'
import { useBrowserValue } from '#components/ui/use-browser-value.ts'
import { useLinkInAddress } from '#components/ui/use-mailed-link.ts'
import { useSubmit } from '#components/ui/use-submit.ts'
import { brushPath } from '#lib/half/brush.ts'
import { LONGEST_NAME } from '#lib/half/half-name.ts'
import { halfText, type Sheet } from '#lib/half/half.ts'
import type { MotifName } from '#lib/product/product.ts'
import type { Failure } from '#lib/result.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { isEmail, typedEmail } from '#lib/text/plain-text.ts'
import styles from './give-half.module.css'
import { halfFailureText, type HalfFailure } from './messages.ts'
import { useSavedHalf } from './saved-half.ts'

type Fields = {
  readonly motif: MotifName
  readonly half: string
  readonly name: string
  readonly email: string
  readonly consent: true
}
type Answer = { readonly ok: true; readonly data: 'waiting' | 'mailed' } | Failure<HalfFailure>

/** A motif on whose sheet a half can have been drawn; `line` is its own line, drawn by the server. */
export type GivenMotif = {
  readonly motif: MotifName
  readonly sheet: Sheet
  readonly color: string
  readonly width: number
  readonly line: ReactNode
}

type Props = {
  motifs: readonly [GivenMotif, ...GivenMotif[]]
  send: (fields: Fields) => Promise<Answer>
}

function Sent({ to }: { to: string }) {
  return to === '' ? (
    <Notice kind="success" title="收到了，謝謝你" ref={focusOnAppearance}>
      <p>我們看過之後會掛上來，再寄信告訴你網址。想收回時，用信裡的連結，或到會員設定。</p>
    </Notice>
  ) : (
    <Notice kind="success" title="還差一步：請收信" ref={focusOnAppearance}>
      <p>
        確認信寄到 {to}。點開信裡的連結，你畫的才會送到我們手上；連結 7
        天內有效，之後也可以用它收回。沒有收到時，請查看垃圾信件匣。
      </p>
    </Notice>
  )
}

function GiveForm({ given, send }: { given: GivenMotif; send: Props['send'] }) {
  const kept = useSavedHalf(given.motif, given.sheet)
  const signedIn = useSignedIn()
  const isInBrowser = useBrowserValue(() => true, false)
  const [needsMail, setNeedsMail] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [problems, setProblems] = useState<Problems | null>(null)
  const asksMail = signedIn === null || needsMail
  const { busy, form, typed } = useSubmit(async (formData) => {
    const text = textIn(formData)
    const email = typedEmail(text('email'))
    const wrong = {
      ...(asksMail && !isEmail(email) ? { email: '請填收得到信的電子信箱' } : {}),
      ...(formData.has('consent') ? {} : { consent: '請勾選同意，才能讓大家看到' }),
    }
    if (Object.keys(wrong).length > 0) {
      return setProblems({ title: '請完成以下欄位', fields: wrong })
    }
    setProblems(null)
    const fields = { motif: given.motif, half: halfText(kept), name: text('name'), email }
    const answer = await callAction(send, { ...fields, consent: true }).catch(lostCall)
    if (answer.ok) return setSentTo(answer.data === 'mailed' ? email : '')
    if (answer.code === 'needs-mail') setNeedsMail(true)
    setProblems({
      title: halfFailureText(answer),
      ...(answer.code === 'needs-mail' ? { fields: { email: '請填電子信箱' } } : {}),
    })
  })
  if (sentTo !== null) return <Sent to={sentTo} />
  if (isInBrowser && kept.length === 0) {
    return (
      <div className={styles.form}>
        <p>這台裝置上還沒有你畫的另一半。先畫一筆，再回來這裡。</p>
        <p>
          <ButtonLink variant="primary" href={PATHS.home}>
            去畫一筆
          </ButtonLink>
        </p>
      </div>
    )
  }
  const errors = problems?.fields ?? {}
  return (
    <form {...form} className={styles.form}>
      <ErrorSummary problems={problems} />
      <TextField
        id="name"
        label="名字"
        hint={`最多 ${LONGEST_NAME} 個字，會和圖一起顯示；不填就不署名`}
        optional
        autoComplete="off"
        maxLength={LONGEST_NAME}
        defaultValue={typed('name')}
      />
      {asksMail ? (
        <TextField
          id="email"
          type="email"
          label="電子信箱"
          hint="只用來確認與收回，不會顯示"
          autoComplete="email"
          maxLength={254}
          defaultValue={typed('email')}
          error={errors.email}
        />
      ) : null}
      <div>
        <label className={styles.consent} htmlFor="consent">
          <input
            id="consent"
            name="consent"
            type="checkbox"
            defaultChecked={typed('consent') !== ''}
            aria-invalid={errors.consent === undefined ? undefined : true}
            aria-describedby={errors.consent === undefined ? undefined : 'consent-error'}
          />
          <span>
            我同意這個圖和名字顯示在這個網站上；隨時可以用信裡的連結，或在會員設定收回。
            <a href={PATHS.policy}>隱私權政策</a>
          </span>
        </label>
        {errors.consent === undefined ? null : (
          <p className={styles.error} id="consent-error">
            {errors.consent}
          </p>
        )}
      </div>
      <Button type="submit" variant="primary" pending={busy}>
        {busy ? '送出中…' : '讓大家看到'}
      </Button>
      <noscript>
        <p>這個表單需要 JavaScript。</p>
      </noscript>
    </form>
  )
}

/** The half that this browser keeps, and the form by which it is given; what follows # names the motif. */
export function GiveHalf({ motifs, send }: Props) {
  const named = useLinkInAddress()
  const given = motifs.find(({ motif }) => motif === named) ?? motifs[0]
  return (
    <div className={styles.body}>
      <Preview given={given} />
      <GiveForm key={given.motif} given={given} send={send} />
    </div>
  )
}

function Preview({ given: { motif, sheet, color, width, line } }: { given: GivenMotif }) {
  const kept = useSavedHalf(motif, sheet)
  return (
    <svg
      viewBox={`0 0 ${sheet.width} ${sheet.height}`}
      aria-hidden="true"
      className={styles.preview}
    >
      {line}
      <path d={brushPath(kept, width)} fill={color} />
    </svg>
  )
}
