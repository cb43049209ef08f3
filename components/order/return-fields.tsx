'use client'
import { useRouter } from 'next/navigation'
import { Fragment, useState } from 'react'

import { TOO_OFTEN, withReference } from '#components/failure/messages.ts'
import { Button } from '#components/ui/button.tsx'
import { callAction } from '#components/ui/call-action.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { SelectField, TextAreaField, TextField } from '#components/ui/field.tsx'
import { focusOnAppearance } from '#components/ui/focus-on-appearance.ts'
import { textIn } from '#components/ui/text-in.ts'
import { useSubmit } from '#components/ui/use-submit.ts'
import type { ReturnedUnits } from '#lib/order/return/return-record.ts'
import { isSize } from '#lib/product/sizes.ts'
import { loginPath, orderPath } from '#lib/routes/paths.ts'
import styles from './order-detail.module.css'
import type { RequestReturn, ReturnLine } from './return-form.tsx'
import { RETURN_MESSAGES, RETURN_PROBLEMS } from './return-messages.ts'

type ReturnFormFailure = Exclude<Awaited<ReturnType<RequestReturn>>, { ok: true }>

function problemOf(failure: ReturnFormFailure | undefined): string {
  if (!failure) return RETURN_MESSAGES.failed
  switch (failure.code) {
    case 'not-found':
    case 'malformed':
    case 'signed-out':
      return RETURN_MESSAGES.failed
    case 'unavailable':
      return withReference(RETURN_MESSAGES.failed, failure.reference)
    case 'too-often':
      return TOO_OFTEN
    default:
      return RETURN_PROBLEMS[failure.code]
  }
}

type FieldReader = (name: string) => string

// Choice for these units: refund or exchange.
function ExchangeSelect({ line, id, typed }: { line: ReturnLine; id: string; typed: FieldReader }) {
  return (
    <SelectField id={id} label={`${line.name} 要怎麼處理`} defaultValue={typed(id)}>
      <option value="">退貨退款</option>
      {line.sizes.map(({ size, isOut }) => (
        <option key={size} value={size} disabled={isOut}>
          {size === line.size ? `換同尺寸 ${size}（瑕疵或寄錯）` : `換尺寸 ${size}`}
          {isOut ? '（目前沒有庫存）' : ''}
        </option>
      ))}
    </SelectField>
  )
}

function Units({ lines, typed }: { lines: readonly ReturnLine[]; typed: FieldReader }) {
  return lines.map((line, index) =>
    line.left === 0 ? null : (
      <Fragment key={line.name}>
        <SelectField
          id={`return-${index}`}
          label={`${line.name} 要退或換的件數`}
          defaultValue={typed(`return-${index}`) || '0'}
        >
          {Array.from({ length: line.left + 1 }, (_, units) => (
            <option key={units} value={units}>
              {units} 件
            </option>
          ))}
        </SelectField>
        <ExchangeSelect line={line} id={`return-${index}-size`} typed={typed} />
      </Fragment>
    ),
  )
}

function chosenUnits(lines: readonly ReturnLine[], read: FieldReader): ReturnedUnits[] {
  return lines.flatMap((_, index) => {
    const quantity = Number(read(`return-${index}`))
    const size = read(`return-${index}-size`)
    return quantity > 0 ? [{ index, quantity, ...(isSize(size) ? { size } : {}) }] : []
  })
}

function missing(items: readonly ReturnedUnits[], contact: string, lines: readonly ReturnLine[]) {
  const first = lines.findIndex(({ left }) => left > 0)
  const fields = {
    ...(items.length === 0 ? { [`return-${first}`]: RETURN_PROBLEMS['nothing-chosen'] } : {}),
    ...(contact.trim() === '' ? { 'return-contact': RETURN_PROBLEMS.incomplete } : {}),
  }
  return Object.keys(fields).length > 0 ? { title: RETURN_MESSAGES.fields, fields } : null
}

type FormProps = {
  readonly id: string
  readonly lines: readonly ReturnLine[]
  readonly contact: string
  readonly ask: RequestReturn
  readonly onClose: () => void
}

/** The fields of a return or an exchange; keeps what was typed when it fails. */
export default function ReturnFields({ id, lines, contact, ask, onClose }: FormProps) {
  const router = useRouter()
  const [problems, setProblems] = useState<Problems | null>(null)
  const { busy, form, typed } = useSubmit(async (formData) => {
    const read = textIn(formData)
    const items = chosenUnits(lines, read)
    const how = read('return-contact')
    const wrong = missing(items, how, lines)
    setProblems(wrong)
    if (wrong) return undefined
    const request = { id, items, reason: read('return-reason'), contact: how }
    const answer = await callAction(ask, request).catch(() => undefined)
    if (!answer?.ok && answer?.code === 'signed-out') {
      router.push(loginPath(orderPath(id)))
      return 'leaving'
    }
    if (!answer?.ok) setProblems({ title: problemOf(answer) })
    // The form closes; the request is shown above it.
    else document.getElementById('returns')?.focus()
    // Refreshes on success and on failure.
    router.refresh()
    return undefined
  })
  const error = problems?.fields?.['return-contact']
  return (
    <form
      {...form}
      ref={focusOnAppearance}
      tabIndex={-1}
      aria-label="申請退換貨"
      className={styles.returnForm}
    >
      <ErrorSummary problems={problems} />
      <Units lines={lines} typed={typed} />
      <TextAreaField
        id="return-reason"
        label="原因"
        optional
        maxLength={500}
        defaultValue={typed('return-reason')}
      />
      <TextField
        id="return-contact"
        label="聯絡方式（電話或電子信箱）"
        maxLength={120}
        defaultValue={typed('return-contact') || contact}
        error={error}
      />
      <div className={styles.tools}>
        <Button type="submit" variant="primary" pending={busy}>
          {busy ? '送出中…' : '送出申請'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          先不退換
        </Button>
      </div>
    </form>
  )
}
