'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { callAction } from '#components/ui/call-action.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { toast } from '#components/ui/toast.ts'
import type { SignInMethod } from '#lib/account/account.ts'
import type { WebConfig } from '#lib/account/session.ts'
import {
  type AuthClient,
  type Exchange,
  signInAgainByPopup,
  signInByPassword,
  type SignInResult,
} from '#lib/account/sign-in.ts'
import { PATHS } from '#lib/routes/paths.ts'
import styles from './account.module.css'
import { announceSignIn } from './announce-sign-in.ts'
import { withAuthClient } from './auth-client.ts'
import { forgetMember } from './forget-member.ts'
import { adviceOn } from './messages.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { DELETE_FAILED, DELETE_QUESTION, DELETE_UNSUPPORTED, DELETED } from './settings-messages.ts'

/** Deleting one's account, where the way of signing in allows it. */
export function DeleteSection(props: {
  config: WebConfig
  email: string
  method: SignInMethod
  deleteAccount: Exchange<DeleteRefusal>
}) {
  const { method, ...rest } = props
  const router = useRouter()
  const [asking, setAsking] = useState(false)
  // Announces on unmount: announcing earlier would redirect the former member to sign in.
  useEffect(() => announceSignIn, [])

  const onDeleted = () => {
    forgetMember()
    toast.success(DELETED)
    router.replace(PATHS.home)
  }
  const close = () => setAsking(false)
  const isProvable = method === 'password' || method === 'google.com'
  return (
    <section className={styles.section}>
      <h2>刪除帳號</h2>
      <p className={styles.note}>
        會員資料與預設收件資料會一併刪除；已成立的訂單依稅法保存，僅供本店查閱。
      </p>
      <Button variant="danger" onClick={() => setAsking(true)}>
        刪除帳號
      </Button>
      {asking && isProvable ? (
        <DeleteDialog {...rest} method={method} onDeleted={onDeleted} onClose={close} />
      ) : null}
      {asking && !isProvable ? (
        <Notice kind="error" title={DELETE_UNSUPPORTED}>
          <p>
            <a href={PATHS.deleteDataFacebook}>Facebook 登入的資料刪除方式</a>
          </p>
        </Notice>
      ) : null}
    </section>
  )
}

/** The server's refusals of a deletion. */
export type DeleteRefusal =
  | 'too-often'
  | 'refused'
  | 'unavailable'
  | 'another-account'
  | 'signed-out'
  | 'malformed'

/** The ways in by which a member can prove, once more, to be the one at the keyboard. */
type Provable = Extract<SignInMethod, 'password' | 'google.com'>

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
function DeleteDialog(props: {
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
    const proven = await withAuthClient(config, prove)
    setBusy(false)
    if (proven.ok) return onDeleted()
    if (proven.code === 'popup-replaced') return
    const advice = proven.code === 'credentials' ? '密碼不正確。' : adviceOn(proven)
    setProblems({ title: DELETE_FAILED, advice })
  }
  const erase = (token: string) => callAction(deleteAccount, token)
  if (method === 'google.com') {
    const byGoogle = (auth: AuthClient) => signInAgainByPopup(auth, method, erase)
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
        confirm((auth) => signInByPassword(auth, { email, password }, erase))
      }
    />
  )
}
