import type { ComponentProps } from 'react'

import { CustomerSearch, type FindCustomer } from '#components/owner/customers/customer-search.tsx'
import styles from '#components/owner/owner.module.css'
import { Link } from '#components/ui/link.tsx'
import type { DataRequest } from '#lib/account/data-request.ts'
import { requesterText } from '#lib/owner/erasure-text.ts'
import { customerPath, statementPath } from '#lib/routes/owner-paths.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import { BookDownloads } from './book-downloads.tsx'
import { RecordInvoiceNumbers, type RecordInvoiceNumbersAction } from './record-invoice-numbers.tsx'

const KIND_LABELS = { export: '索取一份個人資料', erase: '要求刪除個人資料' } as const

/** A month's accounting files and the members' data requests. */
export function BooksView({
  months,
  start,
  requests,
  find,
  writeInvoices,
}: {
  months: readonly string[]
  start: ComponentProps<typeof BookDownloads>['start']
  requests: readonly DataRequest[]
  find: FindCustomer
  writeInvoices: RecordInvoiceNumbersAction
}) {
  return (
    <>
      <section className={styles.section}>
        <h2>每月的帳</h2>
        <p className={styles.soft}>
          收支：收款、退款、扣款與手續費，各按發生的日期。訂單：當月下單的訂單。創作者分潤：當月的收支分到各創作者的商品。都可以用試算表開啟。
        </p>
        {months[0] === undefined ? null : (
          <p>
            <Link href={statementPath(months[0])}>看各月的創作者分潤，可以列印</Link>
          </p>
        )}
        <BookDownloads months={months} start={start} />
      </section>
      <section className={styles.section}>
        <h2>發票號碼</h2>
        <p className={styles.soft}>
          每月的訂單檔案裡，載具、統一編號、抬頭、捐贈碼、未稅額與稅額各一欄。已開立的依發票和折讓；尚未開立的在「待開立」，可以交給加值中心，開立後把號碼貼回來。
        </p>
        <RecordInvoiceNumbers write={writeInvoices} />
      </section>
      <section className={styles.section}>
        <h2>會員的資料請求</h2>
        {requests.length === 0 ? (
          <p className={styles.soft}>沒有等待處理的請求。</p>
        ) : (
          <ul className={styles.plain}>
            {requests.map(({ uid, kind, email, requestedAt }) => (
              <li key={`${uid} ${kind}`}>
                <Link href={customerPath(uid)} prefetch={false}>
                  {requesterText({ email, uid })}
                </Link>
                　{KIND_LABELS[kind]}（{formatTime(new Date(requestedAt))}）
              </li>
            ))}
          </ul>
        )}
        <CustomerSearch find={find} />
      </section>
    </>
  )
}
