import { OrderId } from '#components/owner/order-fields.tsx'
import { type OwnerAction, OwnerForm } from '#components/owner/owner-form.tsx'
import { Panel } from '#components/owner/panel.tsx'
import styles from '#components/owner/owner.module.css'
import { InvoiceKindFields } from './invoice-kind-fields.tsx'
import {
  INVOICE_ALARM_WORDS,
  INVOICE_STATE_WORDS,
  paperText,
  refundPaperText,
} from '#lib/order/invoice/invoice-words.ts'
import { correctionProblem } from '#lib/order/invoice/correcting.ts'
import { invoiceText } from '#lib/order/invoice.ts'
import type { Order } from '#lib/order/order.ts'
import { formatTime } from '#lib/time/taipei-time.ts'

/**
 * State of the order's invoice with a retry button. Renders nothing if no invoice was requested.
 */
export function OrderInvoice({ order, retry }: { order: Order; retry: OwnerAction }) {
  const { invoicing, invoiceAlarm } = order
  if (!invoicing) return null
  const { state, number, random, issuedAt, issue, papers } = invoicing
  return (
    <section className={styles.section} aria-label="電子發票">
      <h2>電子發票</h2>
      <p>
        {INVOICE_STATE_WORDS[state]}
        {number === undefined ? '' : `：${number}，隨機碼 ${random ?? ''}`}
        {issuedAt === undefined ? '' : `，${formatTime(new Date(issuedAt))}`}
      </p>
      {papers.length === 0 ? null : (
        <ul className={styles.plain}>
          {papers.map((paper) => (
            <li key={paper.claim}>{paperText(paper)}</li>
          ))}
        </ul>
      )}
      {invoiceAlarm ? (
        <>
          <p className={styles.unreadable} role="alert">
            {INVOICE_ALARM_WORDS[invoiceAlarm]}
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

/** Corrects for whom an invoice is issued, while that can be mended. Renders nothing afterwards. */
export function CorrectInvoice({ order, action }: { order: Order; action: OwnerAction }) {
  const { invoice = { kind: 'email' as const } } = order
  if (correctionProblem(order)) return null
  return (
    <Panel title="更正發票資料">
      <p>現在是：{invoiceText(invoice)}</p>
      <OwnerForm action={action} submit="儲存發票資料" done="已儲存，會照新的資料開立。">
        <OrderId order={order} />
        <InvoiceKindFields invoice={invoice} />
      </OwnerForm>
    </Panel>
  )
}

/** Says what a refund does to the order's invoice. Renders nothing without automatic invoices. */
export function RefundPaper({ order, left }: { order: Order; left: number }) {
  const text = refundPaperText(order, left)
  return text === '' ? null : <p>發票：{text}</p>
}
