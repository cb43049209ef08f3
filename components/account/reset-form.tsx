'use client'
import { useState } from 'react'

import { Button, ButtonLink } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { focusOnAppearance } from '#components/ui/focus-on-appearance.ts'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { textIn } from '#components/ui/text-in.ts'
import { useSubmit } from '#components/ui/use-submit.ts'
import type { WebConfig } from '#lib/account/session.ts'
import { sendReset } from '#lib/account/sign-in.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { isEmail, typedEmail } from '#lib/text/plain-text.ts'
import { usePreloadedAuthClient, withAuthClient } from './auth-client.ts'
import { EmailField } from './email-field.tsx'
import { adviceOn, RESET_FAILED, RESET_SENT } from './messages.ts'
import styles from './sign-in.module.css'

const MISSING = { title: '請完成以下欄位', fields: { email: '請輸入電子信箱' } }
const MALFORMED = { title: RESET_FAILED, fields: { email: adviceOn({ code: 'invalid-email' }) } }

/** Asks for the password-reset mail; the confirmation takes the form's place. */
export function ResetForm({ config }: { config: WebConfig }) {
  const [sent, setSent] = useState(false)
  const [problems, setProblems] = useState<Problems | null>(null)
  usePreloadedAuthClient(config)

  const { busy, form, typed } = useSubmit(async (formData) => {
    const email = typedEmail(textIn(formData)('email'))
    // Typing errors are found in the browser: the service answers every address alike, to hide who is a member.
    if (!isEmail(email)) return setProblems(email === '' ? MISSING : MALFORMED)
    setProblems(null)
    const continueUrl = window.location.origin + PATHS.login
    const sent = await withAuthClient(config, (auth) => sendReset(auth, { email, continueUrl }))
    if (sent.ok) return setSent(true)
    if (sent.code === 'invalid-email') return setProblems(MALFORMED)
    setProblems({ title: RESET_FAILED, advice: adviceOn(sent) })
  })

  if (sent) {
    return (
      <>
        <Notice kind="success" title={RESET_SENT} ref={focusOnAppearance}>
          <p>請開啟信中的連結設定新密碼。若未收到，請查看垃圾信件匣，或稍後再試。</p>
        </Notice>
        <ButtonLink href={PATHS.login} fullWidth>
          返回登入
        </ButtonLink>
      </>
    )
  }
  return (
    <>
      <p className={styles.lead}>請輸入註冊時使用的電子信箱，我們會寄出重設密碼的連結。</p>
      <ErrorSummary problems={problems} />
      <form {...form} className={styles.form}>
        <EmailField defaultValue={typed('email')} error={problems?.fields?.email} />
        <Button type="submit" variant="primary" fullWidth pending={busy}>
          {busy ? '發送中…' : '發送密碼重設信'}
        </Button>
      </form>
      <p className={styles.links}>
        <Link href={PATHS.login}>返回登入</Link>
      </p>
    </>
  )
}
