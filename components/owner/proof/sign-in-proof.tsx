'use client'
import { useId, useState } from 'react'

import { usePreloadedAuthClient } from '#components/account/auth-client.ts'
import { textFields } from '#components/owner/form/text-fields.ts'
import styles from '#components/owner/owner.module.css'
import { Button } from '#components/ui/button.tsx'
import { callAction } from '#components/ui/call-action.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import type { OnProven, OwnerProof, ProofActions } from './proof-actions.ts'
import { reauthenticate } from './reauthenticate.ts'
import { reauthenticationFailureText } from './reauthentication-failure.ts'
import { ReauthenticationFields } from './reauthentication-fields.tsx'

export function SignInProof({
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
