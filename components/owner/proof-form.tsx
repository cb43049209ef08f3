'use client'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { useId, useState, useTransition } from 'react'
import { callAction } from '#components/ui/call-action.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems, useSubmit } from '#components/ui/form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { Result } from '#lib/result.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import { failureText, type OwnerFailure, reauthenticationFailureText } from './messages.ts'
import styles from './owner.module.css'
import { usePreloadedAuthClient } from '#components/account/auth-client.ts'
import { TextField } from '#components/ui/field.tsx'
import type { WebConfig } from '#lib/account/session.ts'
import { textFields } from './owner-form.tsx'
import { reauthenticate, type Reauthentication, ReauthenticationFields } from './proof.tsx'
import type { Passkey } from '#lib/passkey/passkey-record.ts'

type Action<Data> = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<Data, OwnerFailure>>

type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
type Codes = { readonly codes: readonly string[] }
type PasskeyRow = Pick<Passkey, 'id' | 'name' | 'createdAt' | 'usedAt'>

type Tools = {
  readonly begin: Action<RegistrationOptions>
  readonly finish: Action<Codes>
  readonly remove: Action<null>
  readonly renew: Action<Codes>
}

const AWAY = { ok: false, code: 'away' } as const

async function make({ begin, finish }: Tools): Promise<Result<Codes, OwnerFailure>> {
  const begun = await callAction(begin, {}).catch(() => AWAY)
  if (!begun.ok) return begun
  const response = await startRegistration({ optionsJSON: begun.data }).catch(() => null)
  if (response === null) return { ok: false, code: 'refused' }
  return callAction(finish, { response: JSON.stringify(response) }).catch(() => AWAY)
}

function usePasskeys(tools: Tools) {
  const [codes, setCodes] = useState<readonly string[]>([])
  const [problems, setProblems] = useState<Problems | null>(null)
  const [isBusy, startTransition] = useTransition()
  const run = (work: () => Promise<Result<Codes | null, OwnerFailure>>) =>
    startTransition(async () => {
      setProblems(null)
      const answer = await callAction(work).catch(() => AWAY)
      if (!answer.ok) setProblems({ title: failureText(answer) })
      else if (answer.data) setCodes(answer.data.codes)
    })
  return {
    codes,
    problems,
    isBusy,
    add: () => run(() => make(tools)),
    remove: (id: string) => run(() => tools.remove({ id })),
    renew: () => run(() => tools.renew({})),
  }
}

/** The owner's passkeys, and the ways to add and remove them and to get new recovery codes. */
export function PasskeyList({ passkeys, ...tools }: Tools & { passkeys: readonly PasskeyRow[] }) {
  const { codes, problems, isBusy, add, remove, renew } = usePasskeys(tools)
  return (
    <section className={styles.section}>
      <h2>通行密鑰</h2>
      <p className={styles.soft}>
        加入後，開啟店主頁面、退款和下載資料除了密碼，還要用這台裝置的指紋、臉孔或 PIN
        確認。請至少加入兩台裝置。
      </p>
      <ErrorSummary problems={problems} />
      {codes.length === 0 ? null : (
        <Notice kind="success" title="請現在抄下或列印備援碼：離開這一頁後不會再顯示。">
          <ul className={styles.plain}>
            {codes.map((code) => (
              <li key={code} className="figures">
                {code}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {passkeys.length === 0 ? <p>還沒有通行密鑰。</p> : null}
      <ul className={styles.plain}>
        {passkeys.map(({ id, name, createdAt, usedAt }) => (
          <li key={id}>
            {name}（{formatTime(new Date(createdAt))} 加入
            {usedAt === undefined ? '' : `，${formatTime(new Date(usedAt))} 用過`}）
            <Button
              variant="quiet"
              pending={isBusy}
              aria-label={`移除 ${name}`}
              onClick={() => remove(id)}
            >
              移除
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.tools}>
        <Button pending={isBusy} onClick={add}>
          加入這台裝置的通行密鑰
        </Button>
        {passkeys.length === 0 ? null : (
          <Button pending={isBusy} onClick={renew}>
            產生新的備援碼
          </Button>
        )}
      </div>
    </section>
  )
}

type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

type Ways = {
  readonly begin: Action<AuthenticationOptions>
  readonly finish: Action<null>
  readonly recover: Action<{ readonly left: number }>
  readonly signIn: Action<null>
}

// Loads a new document: the router may cache the page from before reauthentication.
function goOn(next: string | undefined): void {
  window.location.assign(next ?? window.location.pathname)
}

async function byPasskey({ begin, finish }: Ways): Promise<Result<null, OwnerFailure>> {
  const begun = await callAction(begin, {}).catch(() => AWAY)
  if (!begun.ok) return begun
  // Closing the browser's dialog rejects; treat it as no proof.
  const response = await startAuthentication({ optionsJSON: begun.data }).catch(() => null)
  if (response === null) return { ok: false, code: 'refused' }
  return callAction(finish, { response: JSON.stringify(response) }).catch(() => AWAY)
}

function PasskeyProof({ ways, next }: { ways: Ways; next: string | undefined }) {
  const [problems, setProblems] = useState<Problems | null>(null)
  const passkey = useSubmit(async () => {
    setProblems(null)
    const answer = await byPasskey(ways)
    if (!answer.ok) return setProblems({ title: failureText(answer) })
    goOn(next)
    return 'leaving'
  })
  const code = useSubmit(async (formData) => {
    setProblems(null)
    const answer = await callAction(ways.recover, textFields(formData)).catch(() => AWAY)
    if (!answer.ok) return setProblems({ title: failureText(answer) })
    goOn(next)
    return 'leaving'
  })
  return (
    <>
      <ErrorSummary problems={problems} />
      <form {...passkey.form} className={styles.form}>
        <Button type="submit" variant="primary" pending={passkey.busy}>
          {passkey.busy ? '等候裝置…' : '用通行密鑰確認'}
        </Button>
      </form>
      <details className={styles.panel}>
        <summary>沒有帶著通行密鑰的裝置</summary>
        <form {...code.form} className={styles.form}>
          <TextField
            id="code"
            label="備援碼"
            hint="每組只能用一次"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            maxLength={40}
          />
          <Button type="submit" pending={code.busy}>
            用備援碼確認
          </Button>
        </form>
      </details>
    </>
  )
}

function SignInProof({
  config,
  proof,
  ways,
  next,
}: {
  config: WebConfig
  proof: Reauthentication
  ways: Ways
  next: string | undefined
}) {
  const id = useId()
  usePreloadedAuthClient(config)
  const [problems, setProblems] = useState<Problems | null>(null)
  const { busy, form } = useSubmit(async (formData) => {
    setProblems(null)
    const { password = '' } = textFields(formData)
    const answer = await reauthenticate({ config, proof, password }, (idToken) =>
      callAction(ways.signIn, { proof: idToken }),
    )
    if (!answer.ok) return setProblems({ title: reauthenticationFailureText(answer, 'proof') })
    goOn(next)
    return 'leaving'
  })
  return (
    <form {...form} className={styles.form}>
      <ErrorSummary problems={problems} />
      <div className={styles.fields}>
        <ReauthenticationFields id={id} proof={proof} />
      </div>
      <Button type="submit" variant="primary" pending={busy}>
        {busy ? '確認中…' : '確認身分'}
      </Button>
    </form>
  )
}

/** Has the owner prove to be the one at the keyboard: by a passkey where there is one, else by signing in again. */
export function ReauthenticationForm({
  config,
  proof,
  hasPasskey,
  isRecent,
  next,
  ...ways
}: Ways & {
  config: WebConfig
  proof: Reauthentication
  hasPasskey: boolean
  isRecent: boolean
  next: string | undefined
}) {
  return (
    <section className={styles.section}>
      <h2>確認身分</h2>
      <p className={styles.soft}>
        下載個人資料、下載帳務和更改通行密鑰之前，需要 15 分鐘內的確認。
      </p>
      {isRecent ? <Notice kind="success" title="15 分鐘內已確認過身分。" /> : null}
      {hasPasskey ? (
        <PasskeyProof ways={ways} next={next} />
      ) : (
        <SignInProof config={config} proof={proof} ways={ways} next={next} />
      )}
    </section>
  )
}
