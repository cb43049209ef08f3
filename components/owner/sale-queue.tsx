'use client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { browserStorage } from '#components/ui/browser.ts'
import { focusOnArrival } from '#components/ui/form.tsx'
import { Button } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { SaleReceipt } from '#lib/owner/manual-sale.ts'
import type { Failure, Result } from '#lib/result.ts'
import { ownerOrderPath } from '#lib/routes/owner-paths.ts'
import { isText, listOf, matchShape, recordOf, withFields } from '#lib/text/json-shape.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import { failureText, type OwnerFailure } from './messages.ts'
import styles from './owner.module.css'
import stall from './stall.module.css'
import { formatPrice } from '#lib/price/format-price.ts'

/** A sale that this browser keeps until the shop has it. Its key makes the shop store it once. */
export type Sale = {
  readonly key: string
  readonly soldAt: string
  /** The sale in words. */
  readonly text: string
  /** Why the shop refused it; empty while it waits for the net. */
  readonly refusal: string
  readonly fields: Readonly<Record<string, string>>
}

/** The server action of the form. */
export type SellByHand = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<SaleReceipt, OwnerFailure>>

const isSale = withFields<Sale>({
  key: isText,
  soldAt: isText,
  text: isText,
  refusal: isText,
  fields: recordOf(isText),
})
const storage = browserStorage('stall-sales')
const listeners = new Set<() => void>()

// Where the browser keeps nothing, the sales of this page stay in its memory.
let memory: string | null = null
const readText = () => storage.read() ?? memory

function salesIn(text: string | null): readonly Sale[] {
  return matchShape(listOf(isSale), JSON.parse(text ?? '[]')) ?? []
}

function changeSales(change: (sales: readonly Sale[]) => readonly Sale[]): void {
  memory = JSON.stringify(change(salesIn(readText())))
  storage.write(memory)
  for (const listener of listeners) listener()
}

const withoutSale = (key: string) => (sales: readonly Sale[]) =>
  sales.filter((sale) => sale.key !== key)

function subscribe(listener: () => void): () => void {
  const end = new AbortController()
  listeners.add(listener)
  // Another tab of this browser changed it.
  addEventListener('storage', listener, { signal: end.signal })
  return () => {
    listeners.delete(listener)
    end.abort()
  }
}

/** Refusals after which the same sale is sent again. */
const COMES_BACK: ReadonlySet<string> = new Set(['network', 'unavailable', 'too-often'])

/** A sale written down later than this says when it was sold, in milliseconds. */
const LATE = 60_000

type Answer = Result<SaleReceipt, OwnerFailure>

async function send(action: SellByHand, { key, soldAt, fields }: Sale): Promise<Answer> {
  const isLate = Date.now() - Date.parse(soldAt) > LATE
  const sent = { ...fields, key, ...(isLate ? { soldAt } : {}) }
  return callAction(action, sent).catch(lostCall)
}

/** In milliseconds: how often a waiting sale is sent again. */
const AGAIN = 20_000

let isSending = false

/** A receipt of a sale, and whether it came after waiting. */
export type Sold = SaleReceipt & { readonly key: string; readonly waited: boolean }

/** The sales that wait in this browser, sent again until the shop has them, and the receipts of those that it has. */
export function useSaleQueue(action: SellByHand) {
  const waiting = salesIn(useSyncExternalStore(subscribe, readText, () => null))
  const [sold, setSold] = useState<readonly Sold[]>([])
  const keep = (receipt: Sold) => setSold((before) => [receipt, ...before])

  async function settle(sale: Sale, waited: boolean): Promise<Answer> {
    const answer = await send(action, sale)
    if (answer.ok) {
      changeSales(withoutSale(sale.key))
      keep({ ...answer.data, key: sale.key, waited })
    }
    return answer
  }

  /** Sends every waiting sale, one after the other, until one is not answered. */
  async function sendWaiting(): Promise<void> {
    if (isSending) return
    isSending = true
    try {
      for (const sale of salesIn(readText()).filter(({ refusal }) => refusal === '')) {
        const answer = await settle(sale, true)
        if (answer.ok) continue
        if (COMES_BACK.has(answer.code)) return
        const refusal = failureText(answer)
        changeSales((sales) =>
          sales.map((one) => (one.key === sale.key ? { ...one, refusal } : one)),
        )
      }
    } finally {
      isSending = false
    }
  }

  const hasWaiting = waiting.some(({ refusal }) => refusal === '')
  useEffect(() => {
    if (!hasWaiting) return undefined
    const end = new AbortController()
    const again = () => void sendWaiting()
    addEventListener('online', again, { signal: end.signal })
    const timer = setInterval(again, AGAIN)
    return () => {
      end.abort()
      clearInterval(timer)
    }
  })

  /** Keeps a sale, then sends it. Why it was refused, where it was; it is kept only where the shop did not answer. */
  async function sell(sale: Sale): Promise<Failure<OwnerFailure> | 'sold' | 'waits'> {
    isSending = true
    try {
      changeSales((sales) => [...sales, sale])
      const answer = await settle(sale, false)
      if (answer.ok) return 'sold'
      if (COMES_BACK.has(answer.code)) return 'waits'
      changeSales(withoutSale(sale.key))
      return answer
    } finally {
      isSending = false
    }
  }

  return {
    waiting,
    sold,
    sell,
    sendWaiting,
    remove: (key: string) => changeSales(withoutSale(key)),
  }
}

function InvoiceOf({ invoice }: Pick<SaleReceipt, 'invoice'>) {
  if (!invoice) return <p>發票：這家店還沒有設定自動開立，請自行開立。</p>
  const { state, number, random } = invoice
  if (number !== undefined) {
    return (
      <p>
        發票 <strong className={stall.number}>{number}</strong>　隨機碼{' '}
        <strong className={stall.number}>{random}</strong>
      </p>
    )
  }
  if (state === 'failed') return <p>發票開立失敗，請到訂單頁查看原因。</p>
  return <p>發票開立中，號碼稍後在訂單上；開好會寄給買家。</p>
}

/** What was sold on this page, the newest first and large: sum and invoice. */
export function SaleReceipts({ sold }: { sold: readonly Sold[] }) {
  const [newest, ...earlier] = sold
  if (!newest) return null
  return (
    <>
      <Notice
        key={newest.key}
        kind="success"
        title={newest.waited ? '等待中的訂單已送出' : '已建立，扣好庫存，也記進帳務'}
        ref={focusOnArrival}
      >
        <p className={stall.sum}>收 {formatPrice(newest.total)}</p>
        <InvoiceOf invoice={newest.invoice} />
        <p>
          <Link href={ownerOrderPath(newest.orderId)} prefetch={false}>
            {newest.orderNumber}
          </Link>
        </p>
      </Notice>
      {earlier.length === 0 ? null : (
        <details>
          <summary>這一頁先前的 {earlier.length} 筆</summary>
          <ul className={styles.plain}>
            {earlier.map(({ key, orderId, orderNumber, total, invoice }) => (
              <li key={key}>
                <Link href={ownerOrderPath(orderId)} prefetch={false}>
                  {orderNumber}
                </Link>{' '}
                {formatPrice(total)} {invoice?.number ?? ''}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** The sales that this browser still keeps, and what can be done with each. */
export function WaitingSales({
  queue: { waiting, sendWaiting, remove },
  open,
}: {
  queue: ReturnType<typeof useSaleQueue>
  /** Puts a sale back into the form. */
  open: (sale: Sale) => void
}) {
  if (waiting.length === 0) return null
  const isUnsent = waiting.some(({ refusal }) => refusal === '')
  return (
    <section className={styles.unreadable} aria-label="還沒送出的訂單">
      <p>
        <strong>{waiting.length} 筆還沒送出，留在這台裝置。</strong>
        {isUnsent
          ? '有網路時會自動送出，同一筆只會建立一次；請不要清除瀏覽器的資料。網路正常卻一直送不出去時，請在新分頁重新登入。'
          : ''}
      </p>
      <ul className={styles.plain}>
        {waiting.map((sale) => (
          <li key={sale.key}>
            {formatTime(new Date(sale.soldAt))}　{sale.text}
            {sale.refusal === '' ? null : (
              <>
                <p role="alert">沒有建立：{sale.refusal}</p>
                <Button
                  onClick={() => {
                    remove(sale.key)
                    open(sale)
                  }}
                >
                  打開修改
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {isUnsent ? <Button onClick={() => void sendWaiting()}>現在送出</Button> : null}
    </section>
  )
}
