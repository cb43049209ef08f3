import type { OwnerAction } from '#components/owner/form/owner-action.ts'
import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import { Panel } from '#components/owner/form/panel.tsx'
import { correctionProblem } from '#lib/invoice/correct-invoice.ts'
import { invoiceText } from '#lib/invoice/typed-invoice.ts'
import type { Order } from '#lib/order/order.ts'
import { InvoiceKindFields } from './invoice-kind-fields.tsx'
import { OrderId } from './order-id.tsx'

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
