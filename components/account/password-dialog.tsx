'use client'
import { type ReactNode, useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { textIn } from '#components/ui/text-in.ts'
import { useSubmit } from '#components/ui/use-submit.ts'
import styles from './account.module.css'
import { PasswordField } from './password-field.tsx'

/** Asks for the member's password before something that matters; stays open, with what was typed, when that fails. */
export function PasswordDialog({
  title,
  action,
  email,
  problems,
  isDangerous = false,
  children,
  onConfirm,
  onClose,
}: {
  title: string
  action: string
  email: string
  problems: Problems | null
  isDangerous?: boolean
  children?: ReactNode
  onConfirm: (password: string) => Promise<void>
  onClose: () => void
}) {
  const [missing, setMissing] = useState(false)
  const { busy, form } = useSubmit(async (values) => {
    const password = textIn(values)('password')
    setMissing(password === '')
    if (password !== '') await onConfirm(password)
  })
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <ErrorSummary problems={problems} />
      <form {...form} className={styles.form}>
        {/* Tells password managers which account the password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          id="password"
          label="密碼"
          autoComplete="current-password"
          required
          error={missing ? '密碼為必填' : undefined}
        />
        <div className={styles.buttons}>
          <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} pending={busy}>
            {busy ? '處理中…' : action}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            取消
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
