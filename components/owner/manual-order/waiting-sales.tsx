'use client'

import styles from '#components/owner/owner.module.css'
import { Button } from '#components/ui/button.tsx'
import { formatTime } from '#lib/time/taipei-time.ts'
import type { Sale, useSaleQueue } from './use-sale-queue.ts'

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
    <section className={styles.unreadable} aria-label="尚未送出的訂單">
      <p>
        <strong>{waiting.length} 筆尚未送出，留在這台裝置。</strong>
        {isUnsent
          ? '有網路時會自動送出，同一筆只會建立一次。請勿清除瀏覽器的資料。若網路正常卻一直無法送出，請在新分頁重新登入。'
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
