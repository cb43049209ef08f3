'use client'
import { startAuthentication } from '@simplewebauthn/browser'
import { useEffect, useId, useRef, useState } from 'react'

import { failureText, type OwnerFailure } from '#components/owner/form/owner-failure.ts'
import { textFields } from '#components/owner/form/text-fields.ts'
import styles from '#components/owner/owner.module.css'
import { Button } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { TextField } from '#components/ui/field.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import type { Result } from '#lib/result.ts'
import type { OnProven, ProofActions } from './proof-actions.ts'

async function byPasskey({ begin, finish }: ProofActions): Promise<Result<null, OwnerFailure>> {
  const begun = await callAction(begin, {}).catch(lostCall)
  if (!begun.ok) return begun
  // Closing the browser's dialog rejects; treat it as no proof.
  const response = await startAuthentication({ optionsJSON: begun.data }).catch(() => null)
  if (response === null) return { ok: false, code: 'refused' }
  return callAction(finish, { response: JSON.stringify(response) }).catch(lostCall)
}

export function PasskeyProof({
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
        <summary>手邊沒有通行密鑰的裝置</summary>
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
