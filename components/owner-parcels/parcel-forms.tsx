'use client'
import { type ReactNode, useEffect, useState } from 'react'
import { failureText, type OwnerFailure, PARCEL_WARNINGS } from '#components/owner/messages.ts'
import styles from '#components/owner/owner.module.css'
import {
  FocusedNotice,
  RefusedOrders,
  textFields,
  textOfFile,
} from '#components/owner/owner-form.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems, useSubmit } from '#components/ui/form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import {
  inPortions,
  type ParcelFailure,
  parcelFailureText,
  readPastedParcels,
} from '#lib/owner/pasted-parcels.ts'
import type { Result } from '#lib/result.ts'
import { labelsPath } from '#lib/routes/owner-paths.ts'
import { TextAreaField, TextField } from '#components/ui/field.tsx'
import type { ShippedList } from '#lib/owner/ship-pasted-list.ts'
import type { ParcelPreview } from '#lib/owner/parcel-preview.ts'
import type { OrderListResult } from '#lib/owner/change-orders.ts'

/** Result for the chosen orders. */
type ParcelOutcome = OrderListResult<ParcelFailure>

/** The server action that works on chosen orders, handed down by the page. */
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

/** The list of parcels as a file or as text, and how many lines are understood. */
export function ParcelListFields({
  text,
  change,
}: {
  text: string
  change: (text: string) => void
}) {
  const { parcels, unclear } = readPastedParcels(text, '-')
  const rest = unclear.length === 0 ? '' : `，${unclear.length} 行看不懂`
  return (
    <>
      <TextField
        id="file"
        type="file"
        label="選檔案（CSV 或文字檔）"
        optional
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void textOfFile(file).then(change)
        }}
      />
      <TextAreaField
        id="text"
        label="訂單編號與追蹤編號"
        hint="直接貼上黑貓、7-11、全家、郵局、新竹的檔案，欄位會自動對應；或每行一筆：訂單編號、追蹤編號，中間可以加物流公司。"
        rows={10}
        value={text}
        onChange={({ target }) => change(target.value)}
        maxLength={30_000}
        spellCheck={false}
      />
      <output className={styles.soft}>
        {text.trim() === '' ? '' : `讀到 ${parcels.length} 筆${rest}。`}
      </output>
    </>
  )
}

/** The server action that ships a carrier's list, handed down by the page. */
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

const isEarly = ({ warnings }: ParcelPreview) => warnings.includes('waiting')

function ParcelPreviews({ parcels }: { parcels: readonly ParcelPreview[] }) {
  if (parcels.length === 0) return null
  const odd = parcels.filter(({ warnings }) => warnings.length > 0)
  return (
    <section className={styles.section} aria-label="會出貨的訂單">
      {odd.length === 0 ? null : <output>有 {odd.length} 筆要看一下：</output>}
      <ul className={styles.rows}>
        {[...odd, ...parcels.filter(({ warnings }) => warnings.length === 0)].map((one, index) => (
          <li key={`${one.orderNumber} ${index}`}>
            <p>
              <span className="figures">{one.orderNumber.replace('Order', '')}</span>　
              <span className={styles.whole}>{one.name}</span>
              {one.warnings.map((warning) => (
                <strong key={warning}>　{PARCEL_WARNINGS[warning]}</strong>
              ))}
            </p>
            <p>{one.items}</p>
            <p className={styles.soft}>
              {one.carrier} {one.trackingNumber}
            </p>
          </li>
        ))}
      </ul>
      {parcels.some(isEarly) ? (
        <label className={styles.pick}>
          <input type="checkbox" name="ships" value="early" />
          預購還沒到出貨日的 {parcels.filter(isEarly).length} 筆也要出貨
        </label>
      ) : null}
    </section>
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
    ? seen.filter((one) =>
        outcome.refused.some(({ orderNumber }) => orderNumber === one.orderNumber),
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
