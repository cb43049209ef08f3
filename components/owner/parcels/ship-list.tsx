'use client'
import { type ReactNode, useEffect, useState } from 'react'

import { FocusedNotice } from '#components/owner/form/focused-notice.tsx'
import { failureText, type OwnerFailure } from '#components/owner/form/owner-failure.ts'
import { RefusedOrders } from '#components/owner/form/refused-orders.tsx'
import { textFields } from '#components/owner/form/text-fields.ts'
import styles from '#components/owner/owner.module.css'
import { Button } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import type { ParcelPreview } from '#lib/owner/parcel-preview.ts'
import type { ShippedList } from '#lib/owner/ship-pasted-list.ts'
import type { Result } from '#lib/result.ts'
import { ParcelListFields } from './parcel-list-fields.tsx'
import { ParcelPreviews } from './parcel-previews.tsx'

/** The server action that ships a carrier's list, passed by the page. */
export type ShipListAction = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<ShippedList, OwnerFailure>>

function OutcomeShipList({ outcome }: { outcome: ShippedList }) {
  const { done, refused, unclear } = outcome
  const isAll = refused.length === 0 && unclear.length === 0
  return (
    <FocusedNotice kind={isAll ? 'success' : 'error'} title={`${done} 筆已出貨`}>
      <RefusedOrders refused={refused} textOf={failureText} />
      {unclear.length === 0 ? null : (
        <ul className={styles.plain}>
          {unclear.map(({ line, text }) => (
            <li key={line}>
              第 {line} 行看不懂：{text}
            </li>
          ))}
        </ul>
      )}
    </FocusedNotice>
  )
}

/** The server action that shows what a list would ship. */
type PreviewAction = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<readonly ParcelPreview[], OwnerFailure>>

const PAUSE = 400

// Previews the pasted list beside its orders; the newest answer wins.
function usePreview(text: string, preview: PreviewAction) {
  const [seen, setSeen] = useState<readonly ParcelPreview[]>([])
  useEffect(() => {
    let isCurrent = true
    const look = async () => {
      const answer =
        text.trim() === ''
          ? null
          : await callAction(preview, { text, carrier: '' }).catch(() => null)
      if (isCurrent) setSeen(answer?.ok ? answer.data : [])
    }
    const timer = setTimeout(() => void look(), PAUSE)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text, preview])
  return seen
}

/** Ships the orders of a carrier's file or pasted list after a preview. Failures stay visible. */
export function ShipList({
  ship,
  preview,
  children,
}: {
  ship: ShipListAction
  preview: PreviewAction
  children: ReactNode
}) {
  const [text, setText] = useState('')
  const [problems, setProblems] = useState<Problems | null>(null)
  const [outcome, setOutcome] = useState<ShippedList | null>(null)
  const seen = usePreview(text, preview)
  const left = outcome
    ? seen.filter((parcelPreview) =>
        outcome.refused.some(({ orderNumber }) => orderNumber === parcelPreview.orderNumber),
      )
    : seen
  const changeText = (next: string) => {
    setText(next)
    setOutcome(null)
  }
  const { busy: pending, form } = useSubmit(async (formData) => {
    setProblems(null)
    setOutcome(null)
    const { file: _file, ...fields } = textFields(formData)
    const answer = await callAction(ship, fields).catch(lostCall)
    if (!answer.ok) return setProblems({ title: failureText(answer) })
    setOutcome(answer.data)
    const isAll = answer.data.refused.length === 0 && answer.data.unclear.length === 0
    if (isAll) setText('')
  })
  return (
    <form {...form} className={styles.wide}>
      <ErrorSummary problems={problems} />
      {outcome ? <OutcomeShipList outcome={outcome} /> : null}
      {children}
      <ParcelListFields text={text} change={changeText} />
      <ParcelPreviews parcels={left} />
      <Button type="submit" variant="primary" pending={pending}>
        {pending ? '處理中…' : '全部標記為已出貨'}
      </Button>
    </form>
  )
}
