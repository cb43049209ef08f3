'use client'

import { useState } from 'react'

import { callAction } from '#components/ui/call-action.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems, useSubmit } from '#components/ui/form.tsx'
import { SelectField, TextField } from '#components/ui/field.tsx'
import {
  columnNames,
  MOST_ROWS,
  type OldFile,
  type OldKind,
  partsOfRows,
  readOldFile,
} from '#lib/moving/old-records.ts'
import type { Result } from '#lib/result.ts'

import { failureText, type OwnerFailure } from './messages.ts'
import { FocusedNotice, textOfFile } from './owner-form.tsx'
import styles from './owner.module.css'

type Counts = { readonly fresh: number; readonly same: number; readonly changed: number }

/** The server action of an import, handed down by the page. */
export type ImportOld = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<Counts, OwnerFailure>>

const KIND_WORDS: Readonly<Record<OldKind, string>> = { customers: '顧客', orders: '訂單' }

/** Bad cells that are listed. */
const MOST_LISTED = 50

function BadCells({ file: { bad } }: { file: OldFile }) {
  if (bad.length === 0) return null
  const rows = new Set(bad.map(({ row }) => row)).size
  return (
    <>
      <p>{rows} 列有問題，改好檔案再選一次，或略過它們：</p>
      <ul className={styles.plain}>
        {bad.slice(0, MOST_LISTED).map(({ row, column, reason }) => (
          <li key={`${row} ${column}`}>
            第 {row} 列「{column}」：{reason}
          </li>
        ))}
      </ul>
      {bad.length > MOST_LISTED ? <p>…以及另外 {bad.length - MOST_LISTED} 個。</p> : null}
    </>
  )
}

function fileProblem(file: OldFile): string | undefined {
  if (file.isTooLong) return `一個檔案最多 ${MOST_ROWS} 列，請分成幾個檔案。`
  if (file.missing.length > 0) {
    return `檔案的第一列要有這些欄位：${file.missing.map((name) => `「${name}」`).join('、')}。`
  }
  return file.rows.length + file.bad.length === 0 ? '檔案裡沒有資料。' : undefined
}

/** What became of the parts of a file: the sums of those that were answered, and why the others were not. */
type Sent = Counts & { readonly refusal?: string }

async function sendParts(
  importOld: ImportOld,
  fields: { readonly kind: OldKind; readonly mode: 'trial' | 'store' },
  rows: OldFile['rows'],
): Promise<Sent> {
  let sums = { fresh: 0, same: 0, changed: 0 }
  for (const part of partsOfRows(rows)) {
    const answer = await callAction(importOld, { ...fields, rows: part }).catch(
      () => ({ ok: false, code: 'away' }) as const,
    )
    if (!answer.ok) return { ...sums, refusal: failureText(answer) }
    const { fresh, same, changed } = answer.data
    sums = {
      fresh: sums.fresh + fresh,
      same: sums.same + same,
      changed: sums.changed + changed,
    }
  }
  return sums
}

const countsText = ({ fresh, same, changed }: Counts) =>
  `新的 ${fresh} 筆，內容不同、會更新的 ${changed} 筆，已經有的 ${same} 筆`

type Chosen = { readonly kind: OldKind; readonly file: OldFile }

// A file is tried first, and imported by the second press; whatever is chosen anew is tried anew.
function useImport(importOld: ImportOld) {
  const [kind, setKind] = useState<OldKind>('orders')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [skips, setSkips] = useState(false)
  const [trial, setTrial] = useState<Counts | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const [problems, setProblems] = useState<Problems | null>(null)
  const begin = () => {
    setTrial(null)
    setDone(null)
    setProblems(null)
  }
  const choose = (next: Chosen | null) => {
    begin()
    setSkips(false)
    setChosen(next)
  }
  const { busy, form } = useSubmit(async () => {
    const isTrial = trial === null
    begin()
    if (!chosen) return setProblems({ title: '請選一個檔案。' })
    const { file } = chosen
    const wrong = fileProblem(file)
    if (wrong !== undefined) return setProblems({ title: wrong })
    if (file.bad.length > 0 && !skips) {
      return setProblems({ title: '有幾列有問題：請改好檔案，或勾選略過。' })
    }
    if (file.rows.length === 0) return setProblems({ title: '沒有可以匯入的資料。' })
    const fields = { kind: chosen.kind, mode: isTrial ? 'trial' : 'store' } as const
    const { refusal, ...sums } = await sendParts(importOld, fields, file.rows)
    if (refusal !== undefined) {
      const sent = isTrial
        ? ''
        : `已匯入 ${sums.fresh + sums.changed} 筆；再按一次會從沒有匯入的接著做。`
      return setProblems({ title: `${refusal}${sent}` })
    }
    if (isTrial) setTrial(sums)
    else setDone(`已匯入：${countsText(sums)}。`)
  })
  const skip = (isSkipping: boolean) => {
    begin()
    setSkips(isSkipping)
  }
  const changeKind = (next: OldKind) => {
    setKind(next)
    choose(null)
  }
  return { kind, changeKind, chosen, choose, skips, skip, trial, done, problems, busy, form }
}

/** Reads a file in the browser, names each bad cell, counts on the server what is new, and only then imports. */
export function MovingForm({ importOld }: { importOld: ImportOld }) {
  const { kind, chosen, skips, trial, done, problems, busy, form, ...moves } = useImport(importOld)
  const { needed, others } = columnNames(kind)
  return (
    <form {...form} className={styles.form}>
      <ErrorSummary problems={problems} />
      {done === null ? null : <FocusedNotice kind="success" title={done} />}
      <SelectField
        id="old-kind"
        label="匯入什麼"
        value={kind}
        onChange={({ target }) => {
          moves.changeKind(target.value === 'customers' ? 'customers' : 'orders')
        }}
      >
        <option value="orders">舊訂單</option>
        <option value="customers">顧客名單</option>
      </SelectField>
      <p className={styles.soft}>
        第一列是欄位名稱，順序不限。一定要有：{needed.join('、')}；可以有：{others.join('、')}
        。其他欄位不會匯入，住址和卡號請不要放進來。
      </p>
      <TextField
        key={kind}
        id="old-file"
        type="file"
        label="選檔案（CSV）"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (!file) return moves.choose(null)
          void textOfFile(file).then((text) =>
            moves.choose({ kind, file: readOldFile(kind, text) }),
          )
        }}
      />
      {chosen === null ? null : (
        <output className={styles.fields}>
          <p>
            讀到 {chosen.file.rows.length} 筆{KIND_WORDS[chosen.kind]}
            {chosen.file.unknown.length === 0
              ? ''
              : `；不會匯入的欄位：${chosen.file.unknown.join('、')}`}
          </p>
          <BadCells file={chosen.file} />
        </output>
      )}
      {chosen && chosen.file.bad.length > 0 ? (
        <label className={styles.pick}>
          <input
            type="checkbox"
            checked={skips}
            onChange={({ target }) => moves.skip(target.checked)}
          />
          略過有問題的列，匯入其他的
        </label>
      ) : null}
      {trial === null ? null : (
        <FocusedNotice kind="info" title={`試跑：${countsText(trial)}。還沒有匯入。`} />
      )}
      <Button type="submit" variant={trial === null ? 'secondary' : 'primary'} pending={busy}>
        {busy ? '處理中…' : trial === null ? '試跑' : '匯入'}
      </Button>
    </form>
  )
}
