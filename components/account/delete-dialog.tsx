'use client'

import { useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import type { SignInMethod } from '#lib/account/account.ts'
import {
  type AuthClient,
  type Exchange,
  signInAgainByPopup,
  signInByPassword,
  type SignInResult,
} from '#lib/account/sign-in.ts'
import type { WebConfig } from '#lib/account/require-account.ts'
import type { Failure } from '#lib/result.ts'

import styles from './account.module.css'
import { adviceOn, DELETE_FAILED, DELETE_QUESTION, type FormFailure } from './messages.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { withAuthClient } from './auth-client.ts'

/** What the server may refuse a deletion with. */
export type DeleteRefusal =
  | 'too-often'
  | 'refused'
  | 'unavailable'
  | 'another-account'
  | 'signed-out'
  | 'malformed'

/** The ways in by which a member can prove, once more, to be the one at the keyboard. */
export type Provable = Extract<SignInMethod, 'password' | 'google.com'>

function failed(refusal: Failure<FormFailure>): Problems {
  const isWrong = refusal.code === 'credentials'
  return { title: DELETE_FAILED, advice: isWrong ? '密碼不正確。' : adviceOn(refusal) }
}

function GoogleDialog({
  problems,
  busy,
  onConfirm,
  onClose,
}: {
  problems: Problems | null
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  return (
    <Dialog title={DELETE_QUESTION} onClose={onClose}>
      <ErrorSummary problems={problems} />
      <p>請在 Google 視窗中選擇目前登入的帳號，以確認是您本人。</p>
      <div className={styles.buttons}>
        <Button variant="danger" onClick={onConfirm}>
          {busy ? '等候 Google 視窗…' : '以 Google 確認並刪除'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          取消
        </Button>
      </div>
    </Dialog>
  )
}

/** Asks whether the account is really to go, and for the password or the provider's window once more. */
export function DeleteDialog(props: {
  config: WebConfig
  email: string
  method: Provable
  deleteAccount: Exchange<DeleteRefusal>
  onDeleted: () => void
  onClose: () => void
}) {
  const { config, email, method, deleteAccount, onDeleted, onClose } = props
  const [problems, setProblems] = useState<Problems | null>(null)
  const [busy, setBusy] = useState(false)

  const confirm = async (prove: (auth: AuthClient) => Promise<SignInResult<DeleteRefusal>>) => {
    setProblems(null)
    setBusy(true)
    const result = await withAuthClient(config, prove)
    setBusy(false)
    if (result.ok) return onDeleted()
    if (result.code !== 'popup-replaced') setProblems(failed(result))
  }
  if (method === 'google.com') {
    const byGoogle = (auth: AuthClient) => signInAgainByPopup(auth, method, deleteAccount)
    return (
      <GoogleDialog {...{ problems, busy, onClose }} onConfirm={() => void confirm(byGoogle)} />
    )
  }
  return (
    <PasswordDialog
      title={DELETE_QUESTION}
      action="確定刪除"
      isDangerous
      email={email}
      problems={problems}
      onClose={onClose}
      onConfirm={(password) =>
        confirm((auth) => signInByPassword(auth, { email, password }, deleteAccount))
      }
    />
  )
}
