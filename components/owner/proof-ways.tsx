'use client'

import { startAuthentication } from '@simplewebauthn/browser'
import { useEffect, useId, useRef, useState } from 'react'

import { usePreloadedAuthClient } from '#components/account/auth-client.ts'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { ErrorSummary, type Problems, useSubmit } from '#components/ui/form.tsx'
import type { WebConfig } from '#lib/account/session.ts'
import type { Result } from '#lib/result.ts'

import { failureText, type OwnerFailure, reauthenticationFailureText } from './messages.ts'
import { textFields } from './owner-form.tsx'
import styles from './owner.module.css'
import { type Reauthentication, reauthenticate, ReauthenticationFields } from './proof.tsx'

type Action<Data> = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<Data, OwnerFailure>>

type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** The server actions by which an owner proves to be the one at the keyboard. */
export type ProofActions = {
  readonly begin: Action<AuthenticationOptions>
  readonly finish: Action<null>
  readonly recover: Action<{ readonly left: number }>
  readonly signIn: Action<null>
}

/** How this owner proves it: by passkey where there is one, else by signing in again. */
export type OwnerProof = {
  readonly config: WebConfig
  readonly proof: Reauthentication
  readonly hasPasskey: boolean
}

/** What came of a proof; a promise stays open while the page is left. */
type OnProven = { readonly onProven: () => 'leaving' | void }

async function byPasskey({ begin, finish }: ProofActions): Promise<Result<null, OwnerFailure>> {
  const begun = await callAction(begin, {}).catch(lostCall)
  if (!begun.ok) return begun
  // Closing the browser's dialog rejects; treat it as no proof.
  const response = await startAuthentication({ optionsJSON: begun.data }).catch(() => null)
  if (response === null) return { ok: false, code: 'refused' }
  return callAction(finish, { response: JSON.stringify(response) }).catch(lostCall)
}

function PasskeyProof({
  actions,
  isAtOnce,
  onProven,
}: OnProven & { actions: ProofActions; isAtOnce: boolean }) {
  const [problems, setProblems] = useState<Problems | null>(null)
  const id = useId()
  const passkeyForm = useRef<HTMLFormElement>(null)
  const passkey = useSubmit(async () => {
    setProblems(null)
    const answer = await byPasskey(actions)
    if (!answer.ok) return setProblems({ title: failureText(answer) })
    return onProven()
  })
  const code = useSubmit(async (formData) => {
    setProblems(null)
    const answer = await callAction(actions.recover, textFields(formData)).catch(lostCall)
    if (!answer.ok) return setProblems({ title: failureText(answer) })
    return onProven()
  })
  useEffect(() => {
    if (isAtOnce) passkeyForm.current?.requestSubmit()
  }, [isAtOnce])
  return (
    <>
      <ErrorSummary problems={problems} />
      <form {...passkey.form} ref={passkeyForm} className={styles.form}>
        <Button type="submit" variant="primary" pending={passkey.busy}>
          {passkey.busy ? '等候裝置…' : '用通行密鑰確認'}
        </Button>
      </form>
      <details className={styles.panel}>
        <summary>沒有帶著通行密鑰的裝置</summary>
        <form {...code.form} className={styles.form}>
          <TextField
            id={`${id}code`}
            name="code"
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
  actions,
  onProven,
}: OnProven & Omit<OwnerProof, 'hasPasskey'> & { actions: ProofActions }) {
  const id = useId()
  usePreloadedAuthClient(config)
  const [problems, setProblems] = useState<Problems | null>(null)
  const { busy, form } = useSubmit(async (formData) => {
    setProblems(null)
    const { password = '' } = textFields(formData)
    const answer = await reauthenticate({ config, proof, password }, (idToken) =>
      callAction(actions.signIn, { proof: idToken }),
    )
    if (!answer.ok) return setProblems({ title: reauthenticationFailureText(answer, 'proof') })
    return onProven()
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

/**
 * The ways of an owner to prove to be the one at the keyboard. `isAtOnce`: the device is asked without another press,
 * as where one came just before.
 */
export function ProofWays({
  owner,
  actions,
  isAtOnce = false,
  onProven,
}: OnProven & { owner: OwnerProof; actions: ProofActions; isAtOnce?: boolean }) {
  const { hasPasskey, ...signIn } = owner
  return hasPasskey ? (
    <PasskeyProof actions={actions} isAtOnce={isAtOnce} onProven={onProven} />
  ) : (
    <SignInProof {...signIn} actions={actions} onProven={onProven} />
  )
}
