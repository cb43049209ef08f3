'use client'

import { useState } from 'react'

import { callAction } from '#components/ui/call-action.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { TextAreaField } from '#components/ui/field.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import { readInvoiceNumbers } from '#lib/owner/invoice-numbers.ts'
import type { WrittenInvoices } from '#lib/owner/edit-order.ts'
import type { Result } from '#lib/result.ts'

import { failureText, type OwnerFailure } from './messages.ts'
import { FocusedNotice } from './outcome.tsx'
import { textFields } from './owner-form.tsx'
import styles from './owner.module.css'
import { RefusedOrders } from './refused-orders.tsx'

/** The server action that writes numbers of invoices, handed down by the page. */
export type WriteInvoices = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<WrittenInvoices, OwnerFailure>>

function WriteResult({ result }: { result: WrittenInvoices }) {
  const { done, refused, unclear } = result
  const isAll = refused.length + unclear.length === 0
  return (
    <FocusedNotice kind={isAll ? 'success' : 'error'} title={`已記下 ${done} 個發票號碼`}>
      <RefusedOrders refused={refused} textOf={failureText} />
      <ul className={styles.plain}>
        {unclear.map((line) => (
          <li key={line}>第 {line} 行看不懂</li>
        ))}
      </ul>
    </FocusedNotice>
  )
}

/** Writes the numbers of a list of issued invoices onto their orders. */
export function InvoiceList({ write }: { write: WriteInvoices }) {
  const [text, setText] = useState('')
  const [problems, setProblems] = useState<Problems | null>(null)
  const [result, setResult] = useState<WrittenInvoices | null>(null)
  const { busy, form } = useSubmit(async (input) => {
    setProblems(null)
    setResult(null)
    const answer = await callAction(write, textFields(input)).catch(
      () => ({ ok: false, code: 'away' }) as const,
    )
    if (answer.ok) setResult(answer.data)
    else setProblems({ title: failureText(answer) })
  })
  const { numbers } = readInvoiceNumbers(text)
  return (
    <form {...form} className={styles.form}>
      <ErrorSummary problems={problems} />
      {result ? <WriteResult result={result} /> : null}
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
        {busy ? '處理中…' : '記下發票號碼'}
      </Button>
    </form>
  )
}
