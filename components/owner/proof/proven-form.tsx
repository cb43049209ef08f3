'use client'
import { type ReactNode, startTransition, useId, useState } from 'react'

import { usePreloadedAuthClient } from '#components/account/auth-client.ts'
import { showOutcome } from '#components/owner/form/outcome.tsx'
import type { OwnerAction } from '#components/owner/form/owner-action.ts'
import type { OwnerFailure } from '#components/owner/form/owner-failure.ts'
import { textFields } from '#components/owner/form/text-fields.ts'
import styles from '#components/owner/owner.module.css'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { RenewedFields } from '#components/ui/renewed-fields.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import type { WebConfig } from '#lib/account/session.ts'
import type { Exchange } from '#lib/account/sign-in.ts'
import { reauthenticate, type Reauthentication } from './reauthenticate.ts'
import { reauthenticationFailureText } from './reauthentication-failure.ts'
import { ReauthenticationFields } from './reauthentication-fields.tsx'
import { callOwnerAction } from './with-proof.ts'

/**
 * A form of the owner's page whose action asks for a sign-in made for it. What was typed stays after
 * a refusal; after success the fields start anew.
 */
export function ProvenForm({
  action,
  config,
  proof,
  submit,
  done,
  variant = 'secondary',
  children,
}: {
  action: OwnerAction
  config: WebConfig
  proof: Reauthentication
  submit: string
  done: string
  variant?: 'primary' | 'secondary' | 'danger'
  children: ReactNode
}) {
  const id = useId()
  usePreloadedAuthClient(config)
  const [problems, setProblems] = useState<Problems | null>(null)
  const [times, setTimes] = useState(0)
  const { busy: pending, form } = useSubmit(async (formData) => {
    setProblems(null)
    const { password = '', ...fields } = textFields(formData)
    const exchange: Exchange<OwnerFailure> = async (idToken) => {
      const answer = await callOwnerAction(action, { ...fields, proof: idToken })
      return answer.ok ? { ok: true, data: null } : answer
    }
    const answer = await reauthenticate({ config, proof, password }, exchange)
    if (!answer.ok) return setProblems({ title: reauthenticationFailureText(answer, 'code') })
    showOutcome(done)
    startTransition(() => setTimes((before) => before + 1))
  })
  return (
    <form {...form} className={styles.form}>
      <ErrorSummary problems={problems} />
      <RenewedFields renewal={times} page={children} className={styles.fields}>
        {children}
        <ReauthenticationFields id={id} proof={proof} />
      </RenewedFields>
      <Button type="submit" variant={variant} pending={pending}>
        {pending ? '處理中…' : submit}
      </Button>
    </form>
  )
}
