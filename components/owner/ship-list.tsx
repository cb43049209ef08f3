'use client'

import { type ReactNode, useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { TextAreaField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import { readPastedParcels } from '#lib/owner/pasted-parcels.ts'
import type { ShippedList } from '#lib/owner/ship-orders.ts'
import type { Result } from '#lib/result.ts'

import { failureText, type OwnerFailure } from './messages.ts'
import { textFields } from './owner-form.tsx'
import styles from './owner.module.css'

/** The server action that ships a carrier's list, handed down by the page. */
export type ShipListAction = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<ShippedList, OwnerFailure>>

function Unclear({ unclear }: Pick<ShippedList, 'unclear'>) {
  if (unclear.length === 0) return null
  return (
    <ul className={styles.plain}>
      {unclear.map(({ line, text }) => (
        <li key={line}>
          第 {line} 行看不懂：{text}
        </li>
      ))}
    </ul>
  )
}

function Outcome({ outcome }: { outcome: ShippedList }) {
  const { shipped, refused, unclear } = outcome
  const isAll = refused.length === 0 && unclear.length === 0
  return (
    <Notice kind={isAll ? 'success' : 'error'} title={`${shipped} 筆已出貨`}>
      {refused.length === 0 ? null : (
        <ul className={styles.plain}>
          {refused.map(({ orderId, code }) => (
            <li key={orderId}>
              {orderId}：{failureText({ code })}
            </li>
          ))}
        </ul>
      )}
      <Unclear unclear={unclear} />
    </Notice>
  )
}

// What the shop reads in the text, said before anything is done.
function readText(text: string): string {
  const { parcels, unclear } = readPastedParcels(text, '-')
  const rest = unclear.length === 0 ? '' : `，${unclear.length} 行看不懂`
  return text.trim() === '' ? '' : `讀到 ${parcels.length} 筆${rest}。`
}

/** Ships the orders of a list pasted from the carrier's file. What could not be shipped stays told. */
export function ShipList({ ship, children }: { ship: ShipListAction; children: ReactNode }) {
  const [text, setText] = useState('')
  const [problems, setProblems] = useState<Problems | null>(null)
  const [outcome, setOutcome] = useState<ShippedList | null>(null)
  const { busy: pending, form } = useSubmit(async (given) => {
    setProblems(null)
    setOutcome(null)
    const answer = await ship(textFields(given)).catch(() => ({ ok: false, code: 'away' }) as const)
    if (!answer.ok) return setProblems({ title: failureText(answer) })
    setOutcome(answer.data)
    const isAll = answer.data.refused.length === 0 && answer.data.unclear.length === 0
    if (isAll) setText('')
  })
  return (
    <form {...form} className={styles.form}>
      <ErrorSummary problems={problems} />
      {outcome ? <Outcome outcome={outcome} /> : null}
      {children}
      <TextAreaField
        id="text"
        label="訂單編號與追蹤編號"
        hint="每行一筆：訂單編號、追蹤編號，用空格、逗號或定位點分開；中間可以加物流公司。可貼上物流公司的檔案，請只留這幾欄。"
        rows={10}
        value={text}
        onChange={({ target }) => setText(target.value)}
        maxLength={30_000}
        spellCheck={false}
      />
      <output className={styles.soft}>{readText(text)}</output>
      <Button type="submit" variant="primary" pending={pending}>
        {pending ? '處理中…' : '全部標記為已出貨'}
      </Button>
    </form>
  )
}
