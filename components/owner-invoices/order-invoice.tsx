import { OrderId } from '#components/owner/order-fields.tsx'
import { type OwnerAction, OwnerForm, Panel } from '#components/owner/owner-form.tsx'
import styles from '#components/owner/owner.module.css'
import { InvoiceKindFields } from './invoice-kind-fields.tsx'
import {
  INVOICE_ALARM_WORDS,
  INVOICE_STATE_WORDS,
  paperText,
  refundPaperText,
} from '#lib/order/invoice/invoice-words.ts'
import { isReplacing } from '#lib/order/invoice/invoicing.ts'
import { correctionProblem } from '#lib/order/invoice/papering.ts'
import { invoiceText } from '#lib/order/invoice.ts'
import type { Order } from '#lib/order/order.ts'
import { formatTime } from '#lib/time/taipei-time.ts'

/**
 * State of the order's invoice with a retry button. Renders nothing if no invoice was requested.
 */
export function OrderInvoice({ order, retry }: { order: Order; retry: OwnerAction }) {
  const { invoicing, invoiceAlarm } = order
  if (!invoicing) return null
  const { state, number, random, issuedAt, issue, papers, former = [] } = invoicing
  const replacement = isReplacing(order, invoicing) ? invoicing.replacement : undefined
  return (
    <section className={styles.section} aria-label="電子發票">
      <h2>電子發票</h2>
      <p>
        {INVOICE_STATE_WORDS[state]}
        {number === undefined ? '' : `：${number}，隨機碼 ${random ?? ''}`}
        {issuedAt === undefined ? '' : `，${formatTime(new Date(issuedAt))}`}
      </p>
      {former.length === 0 && !replacement ? null : (
        <p>
          {former.map(({ number: before }) => `原發票 ${before} 已作廢。`).join('')}
          {replacement ? `正在作廢，會改開：${invoiceText(replacement)}` : ''}
        </p>
      )}
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
  const { invoicing } = order
  if (correctionProblem(order)) return null
  const isIssued = invoicing?.state === 'issued'
  return (
    <Panel title="更正發票資料">
      <p>現在是：{invoiceText(invoice)}</p>
      {isIssued ? (
        <p>
          發票 {invoicing.number}{' '}
          會作廢，另外開立一張新號碼的發票，買家會收到信。原發票是上一期的，請先問會計師：新發票算在這一期。
        </p>
      ) : null}
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
