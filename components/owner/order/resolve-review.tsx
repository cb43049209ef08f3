import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import { Panel } from '#components/owner/form/panel.tsx'
import styles from '#components/owner/owner.module.css'
import { SelectField, TextField } from '#components/ui/field.tsx'
import type { MissingStock } from '#lib/inventory/stock.ts'
import type { Order } from '#lib/order/order.ts'
import { providerTitle } from '#lib/payment/payment-status.ts'
import type { ReviewEnd } from '#lib/payment/review-end.ts'
import type { ReviewCapture } from '#lib/payment/review-evidence.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { closeUp } from '#lib/text/no-break.ts'
import { OrderId } from './order-id.tsx'
import type { OrderTool } from './order-tool.ts'
import { OversellReason } from './oversell-reason.tsx'
import { CAPTURE_LABELS, reviewEndLabels } from './review-labels.ts'

// Why a review can't end yet, and what to do.
function noEndText(
  { payment, totalAmount }: Order,
  captures: readonly ReviewCapture[] | undefined,
) {
  const provider = providerTitle(payment)
  if (captures === undefined) return ''
  if (captures.some(({ status }) => status === 'pending'))
    return closeUp(`${provider} 還在審核一筆款項，有結果後才能結束核對。`)
  return closeUp(
    `${provider} 收到的款項和訂單的 ${formatPrice(totalAmount)} 不符，無法保留；請在「退款並結束核對」退款。`,
  )
}

/** Ends a review, beside what the provider holds; undefined while it does not answer. */
export function ResolveReview({
  order,
  action,
  captures,
  ends = [],
  missing,
}: OrderTool & {
  missing: readonly MissingStock[]
  captures: readonly ReviewCapture[] | undefined
  ends: readonly ReviewEnd[] | undefined
}) {
  const provider = providerTitle(order.payment)
  const labels = reviewEndLabels(provider)
  return (
    <Panel title="結束核對" isOpen>
      <ul className={styles.plain}>
        {captures === undefined ? (
          <li>{closeUp(`${provider} 沒有回應，請稍後重新整理。`)}</li>
        ) : null}
        {captures?.length === 0 ? <li>{closeUp(`${provider} 沒有這筆訂單的款項。`)}</li> : null}
        {captures?.map(({ id, status, amount, refundedAmount }) => (
          <li key={id}>
            {provider} {id}：{formatPrice(amount)}（{CAPTURE_LABELS[status]}
            {refundedAmount > 0 ? `，已退 ${formatPrice(refundedAmount)}` : ''}）
          </li>
        ))}
      </ul>
      {ends.length > 0 ? null : <p>{noEndText(order, captures)}</p>}
      {ends.length === 0 ? null : (
        <OwnerForm action={action} submit="結束核對" done="已結束核對。" provider={provider}>
          <OrderId order={order} />
          <SelectField id="end" label="結果">
            {ends.map((end) => (
              <option key={end} value={end}>
                {labels[end]}
              </option>
            ))}
          </SelectField>
          <TextField id="resolve-reason" name="reason" label="原因" maxLength={300} />
          <OversellReason id="resolve-below-zero" missing={missing} />
        </OwnerForm>
      )}
    </Panel>
  )
}
