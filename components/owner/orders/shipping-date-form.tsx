'use client'
import { DateField } from '#components/owner/form/date-field.tsx'
import { FocusedNotice } from '#components/owner/form/focused-notice.tsx'
import type { OwnerFailure } from '#components/owner/form/owner-failure.ts'
import { usePreviewedForm } from '#components/owner/form/use-previewed-form.ts'
import styles from '#components/owner/owner.module.css'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary } from '#components/ui/error-summary.tsx'
import { SelectField, TextField } from '#components/ui/field.tsx'
import type { OpenPreorder, ShipDateChange } from '#lib/owner/change-shipping-date.ts'
import type { Result } from '#lib/result.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

/** A server action about the day of shipping, passed by the page. */
export type ShippingDateAction = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<ShipDateChange, OwnerFailure>>

type ActionsDateForm = { readonly preview: ShippingDateAction; readonly change: ShippingDateAction }

function dateText({ moved, same, changesPage }: ShipDateChange): string {
  const page = changesPage ? '商品頁和之後的訂單都會改成這一天。' : ''
  const rest = same === 0 ? '' : `另有 ${same} 筆原本就是這一天，不會再通知。`
  return moved === 0
    ? `${page}沒有訂單要改。${rest}`
    : `${page}會改 ${moved} 筆訂單，並為每一筆寄一封信給買家。${rest}`
}

function option({ title, days, orders, shown }: OpenPreorder): string {
  const known = [...new Set([...(shown === undefined ? [] : [shown]), ...days])].toSorted()
  const now = known.length === 0 ? '還沒有日期' : known.map(formatDay).join('、')
  return `${title}（${now}，${orders} 筆）`
}

/** Changes a product's pre-order ship date. Shows the number of notified shoppers first. */
export function ShippingDateForm({
  preorders,
  product,
  ...actions
}: ActionsDateForm & { preorders: readonly OpenPreorder[]; product: string | undefined }) {
  const { preview, change: act } = actions
  const { problems, seen, isSure, done, busy, form } = usePreviewedForm(
    { preview, act },
    ({ moved, changesPage }) => moved > 0 || changesPage,
  )
  const sure = seen?.moved ? `更改並通知 ${seen.moved} 筆訂單的買家` : '更改商品頁的出貨日'
  const submit = seen && isSure ? sure : '看會通知幾筆'
  return (
    <form {...form} className={styles.form}>
      <ErrorSummary problems={problems} />
      {done ? (
        <FocusedNotice
          kind="success"
          title={`${done.outcome.moved} 筆訂單改為 ${formatDay(done.fields.shipsAbout ?? '')}前後出貨`}
        >
          {done.outcome.moved > 0 ? <p>買家會各收到一封信。</p> : null}
          {done.outcome.changesPage ? (
            <p>商品頁和之後的訂單也是這一天；其他主機會在一分鐘內同步。</p>
          ) : null}
        </FocusedNotice>
      ) : null}
      {preorders.length === 0 ? (
        <p className={styles.soft}>目前沒有預購商品，也沒有待出貨的預購訂單。</p>
      ) : (
        <>
          <SelectField id="product" label="商品" defaultValue={product}>
            {preorders.map((preorder) => (
              <option key={preorder.product} value={preorder.product}>
                {option(preorder)}
              </option>
            ))}
          </SelectField>
          <DateField id="shipsAbout" label="新的預計出貨日" />
          <TextField
            id="reason"
            label="原因"
            hint="會寫在給買家的信裡，例如：布料晚到兩週"
            maxLength={300}
          />
          <output className={styles.soft}>{seen ? dateText(seen) : ''}</output>
          <Button type="submit" variant={isSure ? 'danger' : 'primary'} pending={busy}>
            {busy ? '處理中…' : submit}
          </Button>
        </>
      )}
    </form>
  )
}
