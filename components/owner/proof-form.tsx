'use client'

import { startAuthentication } from '@simplewebauthn/browser'
import { useId, useState } from 'react'

import { usePreloadedAuthClient } from '#components/account/auth-client.ts'
import { callAction } from '#components/ui/call-action.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import type { WebConfig } from '#lib/account/require-account.ts'
import type { Result } from '#lib/result.ts'

import { failureText, type OwnerFailure, reauthenticationFailureText } from './messages.ts'
import { textFields } from './owner-form.tsx'
import styles from './owner.module.css'
import { type Reauthentication, reauthenticate, ReauthenticationFields } from './proof.tsx'

type Action<Data> = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<Data, OwnerFailure>>

type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

type Ways = {
  readonly begin: Action<AuthenticationOptions>
  readonly finish: Action<null>
  readonly recover: Action<{ readonly left: number }>
  readonly signIn: Action<null>
}

const AWAY = { ok: false, code: 'away' } as const

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
  const code = useSubmit(async (input) => {
    setProblems(null)
    const answer = await callAction(ways.recover, textFields(input)).catch(() => AWAY)
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
  const { busy, form } = useSubmit(async (input) => {
    setProblems(null)
    const { password = '' } = textFields(input)
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
