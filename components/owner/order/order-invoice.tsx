import type { OwnerAction } from '#components/owner/form/owner-action.ts'
import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import styles from '#components/owner/owner.module.css'
import {
  documentText,
  INVOICE_ALARM_LABELS,
  INVOICE_STATE_LABELS,
} from '#lib/invoice/invoice-labels.ts'
import { isReplacing } from '#lib/invoice/invoice-state.ts'
import { invoiceText } from '#lib/invoice/typed-invoice.ts'
import type { Order } from '#lib/order/order.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import { OrderId } from './order-id.tsx'

/**
 * State of the order's invoice with a retry button. Renders nothing if no invoice was requested.
 */
export function OrderInvoice({ order, retry }: { order: Order; retry: OwnerAction }) {
  const { invoicing, invoiceAlarm } = order
  if (!invoicing) return null
  const { state, number, random, issuedAt, issue, documents, former = [] } = invoicing
  const replacement = isReplacing(order, invoicing) ? invoicing.replacement : undefined
  return (
    <section className={styles.section} aria-label="電子發票">
      <h2>電子發票</h2>
      <p>
        {INVOICE_STATE_LABELS[state]}
        {number === undefined ? '' : `：${number}，隨機碼 ${random ?? ''}`}
        {issuedAt === undefined ? '' : `，${formatTime(new Date(issuedAt))}`}
      </p>
      {former.length === 0 && !replacement ? null : (
        <p>
          {former.map(({ number: before }) => `原發票 ${before} 已作廢。`).join('')}
          {replacement ? `正在作廢，會改開：${invoiceText(replacement)}` : ''}
        </p>
      )}
      {documents.length === 0 ? null : (
        <ul className={styles.plain}>
          {documents.map((document) => (
            <li key={document.claim}>{documentText(document)}</li>
          ))}
        </ul>
      )}
      {invoiceAlarm ? (
        <>
          <p className={styles.unreadable} role="alert">
            {INVOICE_ALARM_LABELS[invoiceAlarm]}
            {issue === undefined ? '' : `（${issue}）`}
          </p>
          <OwnerForm action={retry} submit="再試一次" done="已排入，請稍後重新整理。">
            <OrderId order={order} />
          </OwnerForm>
        </>
      ) : null}
    </section>
  )
}
