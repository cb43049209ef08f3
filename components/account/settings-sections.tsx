'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState, type ReactNode, useTransition } from 'react'
import { withAuthClient } from '#components/account/auth-client.ts'
import { PasswordDialog } from '#components/account/password-dialog.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { ErrorSummary, type Problems, textIn, useSubmit } from '#components/ui/form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { toast } from '#components/ui/toast.ts'
import type { SignInMethod } from '#lib/account/account.ts'
import type { WebConfig, SignedInDevice } from '#lib/account/session.ts'
import {
  type AuthClient,
  type Exchange,
  signInAgainByPopup,
  signInByPassword,
  type SignInResult,
  signInWithNewPassword,
} from '#lib/account/sign-in.ts'
import type { ActionFailure, Result } from '#lib/result.ts'
import { PATHS, loginPath } from '#lib/routes/paths.ts'
import { adviceOn, type ExchangeRefusal } from './messages.ts'
import {
  DELETE_FAILED,
  DELETE_QUESTION,
  DELETE_UNSUPPORTED,
  DELETED,
  DEVICE_WORDS,
  PASSWORD_SAVED,
  PASSWORD_FAILED,
} from './settings-messages.ts'
import { forgetMember } from './forget-member.ts'
import { announceSignIn, leaveSignedOut } from './session-watch.tsx'
import styles from './account.module.css'
import { formatTime } from '#lib/time/taipei-time.ts'
import { PasswordField } from './password-field.tsx'

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
        會員資料與預設收件資料會一併刪除；已成立的訂單依稅法保存，只有商店可以查閱。
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

type SignOut<Input> = (input: Input) => Promise<Result<null, 'unknown'> | ActionFailure>

function Device({ device, children }: { device: SignedInDevice; children: ReactNode }) {
  const { name, seenAt, isHere } = device
  return (
    <li className={styles.device}>
      <span>
        {name}
        <small className={styles.note}>
          {isHere ? DEVICE_WORDS.here : `最近使用：${formatTime(new Date(seenAt))}`}
        </small>
      </span>
      {children}
    </li>
  )
}

/** The devices on which the member is signed in, with a way to sign out of each and of all. */
export function DevicesSection({
  devices,
  signOut,
  signOutEverywhere,
}: {
  devices: readonly SignedInDevice[]
  signOut: SignOut<{ id: string }>
  signOutEverywhere: SignOut<'everywhere'>
}) {
  const [gone, setGone] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, startTransition] = useTransition()

  const send = (call: () => ReturnType<SignOut<string>>, then: () => void) =>
    startTransition(async () => {
      setProblem(null)
      const answer = await callAction(call).catch(lostCall)
      if (answer.ok || answer.code === 'unknown') then()
      else if (answer.code === 'signed-out') window.location.assign(loginPath(PATHS.settings))
      else setProblem(adviceOn(answer))
    })
  const end = ({ id }: SignedInDevice) =>
    send(
      () => signOut({ id }),
      () => {
        setGone([...gone, id])
        toast.success(DEVICE_WORDS.signedOut)
      },
    )
  return (
    <section className={styles.section}>
      <h2>{DEVICE_WORDS.title}</h2>
      <p className={styles.note}>{DEVICE_WORDS.note}</p>
      {problem === null ? null : <Notice kind="error" title={problem} />}
      <ul className={styles.devices}>
        {devices
          .filter(({ id }) => !gone.includes(id))
          .map((device) => (
            <Device key={device.id} device={device}>
              {device.isHere ? null : (
                <Button
                  variant="quiet"
                  pending={isBusy}
                  aria-label={`登出 ${device.name}`}
                  onClick={() => end(device)}
                >
                  登出
                </Button>
              )}
            </Device>
          ))}
      </ul>
      <Button
        pending={isBusy}
        onClick={() => send(() => signOutEverywhere('everywhere'), leaveSignedOut)}
      >
        {DEVICE_WORDS.everywhere}
      </Button>
    </section>
  )
}

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
