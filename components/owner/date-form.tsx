'use client'

import { useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { SelectField, TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import { formatDay } from '#lib/site/taipei-time.ts'
import type { OpenPreorder, Redated } from '#lib/owner/change-shipping-date.ts'
import type { Result } from '#lib/result.ts'

import { failureText, type OwnerFailure } from './messages.ts'
import { textFields } from './owner-form.tsx'
import styles from './owner.module.css'

/** A server action about the day of shipping, handed down by the page. */
export type DateAction = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<Redated, OwnerFailure>>

type Actions = { readonly preview: DateAction; readonly change: DateAction }
type Fields = Readonly<Record<string, string>>

// First what it would do is shown; the same fields sent again do it, and other fields are looked at anew.
function useDateForm({ preview, change }: Actions) {
  const [problems, setProblems] = useState<Problems | null>(null)
  const [seen, setSeen] = useState<Redated | null>(null)
  const [done, setDone] = useState<{ readonly redated: Redated; readonly fields: Fields } | null>(
    null,
  )
  const { busy, form } = useSubmit(async (given) => {
    setProblems(null)
    setDone(null)
    const fields = textFields(given)
    const isSure = seen !== null && seen.moved > 0
    const answer = await (isSure ? change : preview)(fields).catch(
      () => ({ ok: false, code: 'away' }) as const,
    )
    if (!answer.ok) return setProblems({ title: failureText(answer) })
    setSeen(isSure ? null : answer.data)
    if (isSure) setDone({ redated: answer.data, fields })
  })
  return { problems, seen, done, busy, form, onChange: () => setSeen(null) }
}

function seenText({ moved, same }: Redated): string {
  const rest = same === 0 ? '' : `另有 ${same} 筆原本就是這一天，不會再通知。`
  return moved === 0
    ? `沒有訂單要改。${rest}`
    : `會改 ${moved} 筆訂單，並為每一筆寄一封信給買家。${rest}`
}

function Done({ redated, fields }: { redated: Redated; fields: Fields }) {
  const { product, shipsAbout = '' } = fields
  return (
    <Notice kind="success" title={`${redated.moved} 筆訂單改為 ${formatDay(shipsAbout)}前後出貨`}>
      <p>買家會各收到一封信。</p>
      <p>商品頁的日期請改 content/products/{product}.md 的 estimated_ship_date。</p>
    </Notice>
  )
}

function option({ title, days, orders }: OpenPreorder): string {
  const now = days.length === 0 ? '還沒有日期' : days.map(formatDay).join('、')
  return `${title}（${now}，${orders} 筆）`
}

/** Changes about which day a product's pre-orders ship: shows how many are told, then does it. */
export function DateForm({
  preorders,
  product,
  ...actions
}: Actions & { preorders: readonly OpenPreorder[]; product: string | undefined }) {
  const { problems, seen, done, busy, form, onChange } = useDateForm(actions)
  const isSure = seen !== null && seen.moved > 0
  const submit = isSure ? `更改並通知 ${seen.moved} 筆訂單的買家` : '看會通知幾筆'
  return (
    <form {...form} onChange={onChange} className={styles.form}>
      <ErrorSummary problems={problems} />
      {done ? <Done {...done} /> : null}
      {preorders.length === 0 ? (
        <p className={styles.soft}>沒有等著出貨的預購訂單。</p>
      ) : (
        <>
          <SelectField id="product" label="商品" defaultValue={product}>
            {preorders.map((one) => (
              <option key={one.product} value={one.product}>
                {option(one)}
              </option>
            ))}
          </SelectField>
          <TextField id="shipsAbout" type="date" label="新的預計出貨日" />
          <TextField
            id="reason"
            label="原因"
            hint="會寫在給買家的信裡，例如：布料晚到兩週"
            maxLength={300}
          />
          <output className={styles.soft}>{seen ? seenText(seen) : ''}</output>
          <Button type="submit" variant={isSure ? 'danger' : 'primary'} pending={busy}>
            {busy ? '處理中…' : submit}
          </Button>
        </>
      )}
    </form>
  )
}
