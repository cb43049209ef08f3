'use client'
import { useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { callAction } from '#components/ui/call-action.ts'
import type { Problems } from '#components/ui/error-summary.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { textIn } from '#components/ui/text-in.ts'
import { useSubmit } from '#components/ui/use-submit.ts'
import type { WebConfig } from '#lib/account/session.ts'
import { type Exchange, signInWithNewPassword } from '#lib/account/sign-in.ts'
import { loginPath, PATHS } from '#lib/routes/paths.ts'
import styles from './account.module.css'
import { withAuthClient } from './auth-client.ts'
import { adviceOn, type ExchangeRefusal } from './messages.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { PasswordField } from './password-field.tsx'
import { PASSWORD_FAILED, PASSWORD_SAVED } from './settings-messages.ts'

/** State of the password change: new password, then reauthentication, then the update. */
export function usePasswordChange(
  config: WebConfig,
  email: string,
  startSession: Exchange<ExchangeRefusal>,
) {
  const [next, setNext] = useState<string | null>(null)
  const [saved, setSaved] = useState(0)
  const [problems, setProblems] = useState<Problems | null>(null)

  const ask = (password: string) => {
    setProblems(null)
    if (password !== '') setNext(password)
  }
  const change = async (current: string) => {
    if (next === null) return
    const changed = await withAuthClient(config, (auth) =>
      signInWithNewPassword(auth, { email, current, next }, (token) =>
        callAction(startSession, token),
      ),
    )
    if (!changed.ok && changed.code === 'sign-in-again') {
      window.location.assign(loginPath(PATHS.settings))
      return
    }
    if (!changed.ok) {
      const advice = changed.code === 'credentials' ? '目前的密碼不正確。' : adviceOn(changed)
      return setProblems({ title: PASSWORD_FAILED, advice })
    }
    setNext(null)
    setSaved(saved + 1)
  }
  return { asking: next !== null, saved, problems, ask, change, cancel: () => setNext(null) }
}

/**
 * Changes the password of an e-mail account: the new one here, the current one in a dialog.
 * An empty new password does nothing.
 */
export function PasswordSection(props: {
  config: WebConfig
  email: string
  startSession: Exchange<ExchangeRefusal>
}) {
  const { config, email, startSession } = props
  const change = usePasswordChange(config, email, startSession)
  const { form } = useSubmit(async (formData) => change.ask(textIn(formData)('newPassword')))
  return (
    <section className={styles.section}>
      <h2>變更密碼</h2>
      <form {...form} className={styles.form}>
        <PasswordField
          key={change.saved}
          id="newPassword"
          label="新密碼"
          placeholder="至少 6 個字元"
          autoComplete="new-password"
          hint="更新後，其他裝置上的登入都會登出。"
        />
        {change.saved > 0 && !change.asking ? (
          <Notice kind="success" title={PASSWORD_SAVED}>
            <p>其他裝置上的登入都已登出。</p>
          </Notice>
        ) : null}
        <Button type="submit">更新密碼</Button>
      </form>
      {change.asking ? (
        <PasswordDialog
          title="請輸入目前的密碼"
          action="確認更新"
          email={email}
          problems={change.problems}
          onConfirm={change.change}
          onClose={change.cancel}
        />
      ) : null}
    </section>
  )
}
