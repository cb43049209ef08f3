'use client'
import { useState } from 'react'

import {
  failureText,
  type OwnerFailure,
  storedFailureText,
} from '#components/owner/form/owner-failure.ts'
import { textFields } from '#components/owner/form/text-fields.ts'
import styles from '#components/owner/owner.module.css'
import { Button } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { SelectField, TextField } from '#components/ui/field.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import { AUDIT_KINDS } from '#lib/audit/audit.ts'
import type { AuditEntry, AuditPage } from '#lib/audit/record.ts'
import type { Result } from '#lib/result.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import {
  AUDIT_LABELS,
  auditText,
  countText,
  objectText,
  refusalText,
  whoText,
} from './audit-labels.ts'

type Search = (fields: Readonly<Record<string, string>>) => Promise<Result<AuditPage, OwnerFailure>>

function Entry({ entry, names }: { entry: AuditEntry; names: AuditPage['names'] }) {
  const { at, who, object, outcome, count } = entry
  return (
    <li>
      <p>
        <strong>{auditText(entry)}</strong>
        {outcome === 'ok' ? '' : `　${refusalText(outcome) ?? storedFailureText(outcome)}`}
        {count === undefined ? '' : `　${countText(entry)}`}
      </p>
      <p className={styles.soft}>
        {formatTime(new Date(at))}・
        <span className={styles.whole}>{names[who] || whoText(who)}</span>
        {object === undefined ? '' : `・${objectText(object)}`}
      </p>
    </li>
  )
}

function useAudit(first: AuditPage, search: Search) {
  const [page, setPage] = useState(first)
  const [request, setAsked] = useState<Readonly<Record<string, string>>>({ kind: '', about: '' })
  const [problems, setProblems] = useState<Problems | null>(null)
  const ask = async (fields: Readonly<Record<string, string>>, before?: AuditPage) => {
    setProblems(null)
    const answer = await callAction(search, fields).catch(lostCall)
    if (!answer.ok) return setProblems({ title: failureText(answer) })
    const { data } = answer
    setPage({
      ...data,
      entries: [...(before?.entries ?? []), ...data.entries],
      names: { ...before?.names, ...data.names },
    })
  }
  const { busy, form } = useSubmit(async (formData) => {
    const fields = textFields(formData)
    setAsked(fields)
    await ask(fields)
  })
  const more = page.next
  return {
    page,
    problems,
    busy,
    form,
    askMore: more === undefined ? undefined : () => ask({ ...request, before: more }, page),
  }
}

/** The audit trail: who did what, to what, when, and with what outcome. */
export function AuditView({ first, search }: { first: AuditPage; search: Search }) {
  const { page, problems, busy, form, askMore } = useAudit(first, search)
  return (
    <>
      <search aria-label="搜尋操作紀錄">
        <form {...form} className={styles.form}>
          <ErrorSummary problems={problems} />
          <div className={styles.fields}>
            <SelectField id="kind" label="種類">
              <option value="">全部</option>
              {AUDIT_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {AUDIT_LABELS[kind]}
                </option>
              ))}
            </SelectField>
            <TextField
              id="about"
              label="會員編號、Email、訂單編號或檔案"
              autoComplete="off"
              maxLength={254}
            />
          </div>
          <Button type="submit" pending={busy}>
            搜尋
          </Button>
        </form>
      </search>
      <p className={styles.soft}>紀錄只能新增，無法更改或刪除，保存兩年。</p>
      {page.entries.length === 0 ? <p className={styles.empty}>沒有符合的紀錄。</p> : null}
      <ul className={styles.rows}>
        {page.entries.map((entry) => (
          <Entry
            key={`${entry.at} ${entry.kind} ${entry.who} ${entry.outcome}`}
            entry={entry}
            names={page.names}
          />
        ))}
      </ul>
      {askMore ? <Button onClick={() => void askMore()}>更早的紀錄</Button> : null}
    </>
  )
}
