'use client'
import { useState } from 'react'

import { FocusedNotice } from '#components/owner/form/focused-notice.tsx'
import type { OwnerFailure } from '#components/owner/form/owner-failure.ts'
import { usePreviewedForm } from '#components/owner/form/use-previewed-form.ts'
import styles from '#components/owner/owner.module.css'
import { unitsText, unreservedText } from '#components/owner/today/pending-units.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary } from '#components/ui/error-summary.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Link } from '#components/ui/link.tsx'
import type { AwaitedProduct } from '#lib/owner/awaited-products.ts'
import { ownerListPath } from '#lib/owner/order-views.ts'
import type { StockReceiptOutcome } from '#lib/owner/receive-stock.ts'
import type { Result } from '#lib/result.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import stock from './stock.module.css'

/** A server action about an arrival, passed by the page. */
export type ReceiveStockAction = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<StockReceiptOutcome, OwnerFailure>>

type Actions = { readonly preview: ReceiveStockAction; readonly arrive: ReceiveStockAction }

function leftText({ left }: StockReceiptOutcome): string {
  if (left === undefined) return '其餘訂單照原來的日期，預購不變。'
  const sizes = Object.entries(left).filter(([, count]) => count > 0)
  const text = sizes.map(([size, count]) => `${size} ${count}`).join('、')
  return text === ''
    ? '預購結束，沒有多餘的件數，商品頁顯示已售完。'
    : `預購結束，多的 ${text} 件開始以現貨販售。`
}

function receiptText(outcome: StockReceiptOutcome): string {
  const { released, waiting } = outcome
  const rest = waiting === 0 ? '' : `還有 ${waiting} 筆繼續等。`
  return `會釋出 ${released} 筆訂單，已付款的買家各收到一封信。${rest}${unreservedText(outcome.unreserved)}${leftText(outcome)}`
}

/** The products whose goods are awaited, each with its form, and what came of the arrivals recorded here. */
export function ReceiveStock({
  awaited,
  preview,
  arrive,
}: Actions & { awaited: readonly AwaitedProduct[] }) {
  // A product of which all came is awaited no more, so what came of it stands here and not in its form.
  const [recorded, setRecorded] = useState<{ title: string; outcome: StockReceiptOutcome }>()
  const record = async (title: string, fields: Readonly<Record<string, string>>) => {
    setRecorded(undefined)
    const answer = await arrive(fields)
    if (answer.ok) setRecorded({ title, outcome: answer.data })
    return answer
  }
  return (
    <>
      {recorded ? (
        <FocusedNotice
          kind="success"
          title={`${recorded.title}：已釋出 ${recorded.outcome.released} 筆訂單，可以出貨了`}
        >
          <p>
            {unreservedText(recorded.outcome.unreserved)}
            {leftText(recorded.outcome)}
          </p>
          <p>
            <Link href={OWNER_PATHS.parcels}>建立寄件</Link>
            {' · '}
            <Link href={ownerListPath({ view: 'to-ship' })}>可出貨的訂單</Link>
          </p>
        </FocusedNotice>
      ) : null}
      {awaited.length === 0 ? <p>目前沒有待到貨的商品。</p> : null}
      {awaited.map((product) => (
        <ReceiveStockForm
          key={product.product}
          awaited={product}
          preview={preview}
          arrive={(fields) => record(product.title, fields)}
        />
      ))}
    </>
  )
}

// Records that goods came: units by size, and whether all waiting orders or the first are released.
function ReceiveStockForm({ awaited, ...actions }: Actions & { awaited: AwaitedProduct }) {
  const { product, title, sizes, paid, unpaid, pending, needed, neededPending, isHere } = awaited
  const { preview, arrive: act } = actions
  const { problems, seen, busy, form } = usePreviewedForm({ preview, act })
  const submit = seen === null ? '看會釋出幾筆' : `貨到了，釋出 ${seen.released} 筆訂單`
  return (
    <form {...form} className={styles.form} aria-label={title}>
      <h2>{title}</h2>
      <p className={styles.soft}>
        {paid} 筆已付款、{unpaid} 筆待付款的訂單在等。
        {pending === 0
          ? ''
          : `另有 ${pending} 筆處理中（爭議、核對、申請取消或退款），件數夠才會留給它們。`}
        {isHere ? '貨已到，這些訂單尚未釋出；件數無須再填。' : ''}
      </p>
      <ErrorSummary problems={problems} />
      <input type="hidden" name="product" value={product} />
      {isHere ? null : (
        <fieldset className={stock.sizes}>
          <legend>到貨件數（括號內是訂單所需）</legend>
          {sizes.map((size) => (
            <TextField
              key={size}
              id={`${product}-${size}`}
              name={size}
              label={`${size}（${unitsText(needed[size] ?? 0, neededPending[size])}）`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={5}
            />
          ))}
        </fieldset>
      )}
      <TextField
        id={`${product}-first`}
        name="first"
        label="只釋出前幾筆"
        optional
        hint="貨只到一部分時，依付款順序先出這幾筆，預購不變。若全部到貨，請留空。"
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
      />
      <output className={styles.soft}>{seen ? receiptText(seen) : ''}</output>
      <Button type="submit" variant={seen ? 'danger' : 'primary'} pending={busy}>
        {busy ? '處理中…' : submit}
      </Button>
    </form>
  )
}
