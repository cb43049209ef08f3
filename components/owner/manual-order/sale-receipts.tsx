'use client'
import styles from '#components/owner/owner.module.css'
import { focusOnAppearance } from '#components/ui/focus-on-appearance.ts'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { SaleReceipt } from '#lib/owner/create-manual-order.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { ownerOrderPath } from '#lib/routes/owner-paths.ts'
import stall from './manual-order.module.css'
import type { Sold } from './use-sale-queue.ts'

function InvoiceOf({ invoice }: Pick<SaleReceipt, 'invoice'>) {
  if (!invoice) return <p>發票：尚未設定自動開立，請自行開立。</p>
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
  return <p>發票開立中，號碼稍後顯示在訂單上，開立後會寄給買家。</p>
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
        title={newest.waited ? '等待中的訂單已送出' : '已建立，已扣庫存並計入帳務'}
        ref={focusOnAppearance}
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
