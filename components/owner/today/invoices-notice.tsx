import styles from '#components/owner/owner.module.css'
import { Link } from '#components/ui/link.tsx'
import { INVOICE_ALARM_LABELS } from '#lib/invoice/invoice-labels.ts'
import { NUMBER_LABELS } from '#lib/invoice/number-range.ts'
import type { InvoiceDay } from '#lib/owner/read-invoice-day.ts'
import { ownerOrderPath } from '#lib/routes/owner-paths.ts'

/** Invoices that need the owner. Renders nothing without an issuer or when all are issued. */
export function InvoicesNotice({ day }: { day: InvoiceDay | undefined }) {
  const { alarms = [], numbers } = day ?? {}
  const notices = numbers?.notices ?? []
  if (alarms.length === 0 && notices.length === 0) return null
  return (
    <section id="invoices" className={styles.section}>
      <h2>電子發票</h2>
      {notices.map((notice) => (
        <p key={notice} className={styles.unreadable} role="alert">
          {NUMBER_LABELS[notice]}，這一期還有 {numbers?.left ?? 0} 個號碼。請到綠界後台設定字軌。
        </p>
      ))}
      <ul className={styles.plain}>
        {alarms.map(({ order, alarm }) => (
          <li key={order.id}>
            <Link href={ownerOrderPath(order.id)} prefetch={false}>
              {order.orderNumber}
            </Link>
            ：{INVOICE_ALARM_LABELS[alarm]}
          </li>
        ))}
      </ul>
    </section>
  )
}
