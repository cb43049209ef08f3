'use client'
import { type ReactNode, startTransition, useState } from 'react'

import styles from '#components/owner/owner.module.css'
import { callOwnerAction } from '#components/owner/proof/with-proof.ts'
import { Button } from '#components/ui/button.tsx'
import { lostCall } from '#components/ui/call-action.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { RenewedFields } from '#components/ui/renewed-fields.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import { showOutcome } from './outcome.tsx'
import type { OwnerAction } from './owner-action.ts'
import { refusalText } from './refusal-text.ts'
import { textFields } from './text-fields.ts'

/**
 * A form of the owner's page, with its error above the fields. The server renders the fields again
 * after success.
 */
export function OwnerForm({
  action,
  submit,
  done,
  variant = 'secondary',
  provider,
  isKeyed = false,
  children,
}: {
  action: OwnerAction
  submit: string
  done: string
  variant?: 'primary' | 'secondary' | 'danger'
  /** Provider of the order's payment. */
  provider?: string
  /** Sends a key with the fields: a press whose answer was lost is repeated under its own. */
  isKeyed?: boolean
  children?: ReactNode
}) {
  const [problems, setProblems] = useState<Problems | null>(null)
  const [times, setTimes] = useState(0)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { busy: pending, form } = useSubmit(async (formData) => {
    setProblems(null)
    // The request filter rejects the promise.
    const fields = { ...textFields(formData), ...(isKeyed ? { key } : {}) }
    const answer = await callOwnerAction(action, fields).catch(lostCall)
    const refusal = refusalText(answer, provider)
    if (refusal !== undefined) return setProblems({ title: refusal })
    // The form itself may be gone with what it did, so the page says what came of it.
    showOutcome(done)
    setKey(crypto.randomUUID())
    // The page as it now stands comes with the answer: the fields start anew from that.
    startTransition(() => setTimes((before) => before + 1))
  })
  return (
    <form {...form} className={styles.form}>
      <ErrorSummary problems={problems} />
      <RenewedFields renewal={times} page={children} className={styles.fields}>
        {children}
      </RenewedFields>
      <Button type="submit" variant={variant} pending={pending}>
        {pending ? '處理中…' : submit}
      </Button>
    </form>
  )
}
