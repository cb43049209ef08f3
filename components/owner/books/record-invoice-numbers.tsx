'use client'
import { useState } from 'react'

import { FocusedNotice } from '#components/owner/form/focused-notice.tsx'
import { failureText, type OwnerFailure } from '#components/owner/form/owner-failure.ts'
import { RefusedOrders } from '#components/owner/form/refused-orders.tsx'
import { textFields } from '#components/owner/form/text-fields.ts'
import styles from '#components/owner/owner.module.css'
import { Button } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { TextAreaField } from '#components/ui/field.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import { readInvoiceNumbers } from '#lib/owner/pasted-invoice-numbers.ts'
import type { RecordedInvoices } from '#lib/owner/record-invoice-numbers.ts'
import type { Result } from '#lib/result.ts'

/** The server action that writes numbers of invoices, passed by the page. */
export type RecordInvoiceNumbersAction = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<RecordedInvoices, OwnerFailure>>

/** Writes the numbers of a list of issued invoices onto their orders. */
export function RecordInvoiceNumbers({ write }: { write: RecordInvoiceNumbersAction }) {
  const [text, setText] = useState('')
  const [problems, setProblems] = useState<Problems | null>(null)
  const [result, setResult] = useState<RecordedInvoices | null>(null)
  const { busy, form } = useSubmit(async (formData) => {
    setProblems(null)
    setResult(null)
    const answer = await callAction(write, textFields(formData)).catch(lostCall)
    if (answer.ok) setResult(answer.data)
    else setProblems({ title: failureText(answer) })
  })
  const { numbers } = readInvoiceNumbers(text)
  return (
    <form {...form} className={styles.form}>
      <ErrorSummary problems={problems} />
      {result ? (
        <FocusedNotice
          kind={result.refused.length + result.unclear.length === 0 ? 'success' : 'error'}
          title={`已登記 ${result.done} 個發票號碼`}
        >
          <RefusedOrders refused={result.refused} textOf={failureText} />
          <ul className={styles.plain}>
            {result.unclear.map((line) => (
              <li key={line}>第 {line} 行看不懂</li>
            ))}
          </ul>
        </FocusedNotice>
      ) : null}
      <TextAreaField
        id="invoices"
        label="訂單編號與發票號碼"
        hint="每行一筆，可直接貼上加值中心或試算表的檔案；欄位順序不限。"
        rows={6}
        value={text}
        onChange={({ target }) => setText(target.value)}
        maxLength={30_000}
        spellCheck={false}
      />
      <output className={styles.soft}>{text.trim() ? `讀到 ${numbers.length} 筆。` : ''}</output>
      <Button type="submit" pending={busy}>
        {busy ? '處理中…' : '登記發票號碼'}
      </Button>
    </form>
  )
}
