'use client'
import { type ReactNode, useState } from 'react'

import { failureText, type OwnerFailure } from '#components/owner/form/owner-failure.ts'
import { RefusedOrders } from '#components/owner/form/refused-orders.tsx'
import styles from '#components/owner/owner.module.css'
import { Button } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import type { OrderListResult } from '#lib/owner/change-orders.ts'
import { inPortions } from '#lib/owner/in-portions.ts'
import { type ParcelFailure, parcelFailureText } from '#lib/owner/parcel-failure.ts'
import type { Result } from '#lib/result.ts'
import { labelsPath } from '#lib/routes/owner-paths.ts'

/** Result for the chosen orders. */
type ParcelOutcome = OrderListResult<ParcelFailure>

/** The server action that works on chosen orders, passed by the page. */
export type ParcelAction = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<ParcelOutcome, OwnerFailure>>

/** A form for the chosen orders. Failures stay visible. */
export function ParcelForm({
  action,
  submit,
  words,
  variant = 'primary',
  isEmpty = false,
  thenLabels,
  children,
}: {
  action: ParcelAction
  submit: string
  /** Sentence for the number of successes. */
  words: string
  variant?: 'primary' | 'danger'
  /** Whether nothing is left to choose; what became of the last press stays. */
  isEmpty?: boolean
  /** A second button, which opens the labels of the chosen orders once all of them are done. */
  thenLabels?: string
  children: ReactNode
}) {
  const [problems, setProblems] = useState<Problems | null>(null)
  const [outcome, setOutcome] = useState<ParcelOutcome | null>(null)
  const { busy: pending, form } = useSubmit(async (formData) => {
    setProblems(null)
    setOutcome(null)
    const chosen = formData.getAll('order').filter((value) => typeof value === 'string')
    if (chosen.length === 0) return setProblems({ title: '請先勾選訂單。' })
    const { problem, ...all } = await inPortions(chosen, (portion) =>
      callAction(action, { orderIds: portion.join(' ') }).catch(lostCall),
    )
    if (problem) setProblems({ title: failureText(problem) })
    // What went wrong is read here first.
    if (formData.get('then') === 'labels' && !problem && all.refused.length === 0) {
      window.location.assign(labelsPath(chosen))
      return 'leaving'
    }
    if (!problem || all.done > 0) setOutcome(all)
  })
  return (
    <form {...form} className={styles.list}>
      <ErrorSummary problems={problems} />
      {outcome ? (
        <Notice
          kind={outcome.refused.length === 0 ? 'success' : 'error'}
          title={`${outcome.done} ${words}`}
        >
          <RefusedOrders
            refused={outcome.refused}
            textOf={({ code, detail }) => parcelFailureText(code, detail)}
          />
        </Notice>
      ) : null}
      {isEmpty ? null : children}
      {isEmpty ? null : (
        <div className={thenLabels === undefined ? styles.tools : styles.deeds}>
          {thenLabels === undefined ? null : (
            <Button type="submit" name="then" value="labels" variant={variant} pending={pending}>
              {pending ? '處理中…' : thenLabels}
            </Button>
          )}
          <Button
            type="submit"
            variant={thenLabels === undefined ? variant : 'secondary'}
            pending={pending}
          >
            {pending ? '處理中…' : submit}
          </Button>
        </div>
      )}
    </form>
  )
}
