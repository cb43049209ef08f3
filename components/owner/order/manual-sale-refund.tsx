import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import { Panel } from '#components/owner/form/panel.tsx'
import styles from '#components/owner/owner.module.css'
import { TextField } from '#components/ui/field.tsx'
import { manualSaleLeft } from '#lib/order/manual-order.ts'
import { refundUnits } from '#lib/payment/refund/refund-units.ts'
import { OrderId } from './order-id.tsx'
import type { OrderTool } from './order-tool.ts'
import { RefundAmountField } from './refund-amount-field.tsx'
import { RestockField } from './restock-field.tsx'

// Records money that the owner gave back for a manual order.
export function ManualSaleRefund({ order, action, isOpen }: OrderTool & { isOpen: boolean }) {
  const left = manualSaleLeft(order)
  if (left <= 0) return null
  return (
    <Panel title="登記退款" id="refund" isOpen={isOpen}>
      <OwnerForm action={action} submit="登記退款" done="已登記。" isKeyed>
        <OrderId order={order} />
        <p className={styles.soft}>這筆訂單是手動建立的：請先退款給買家，再在這裡登記。</p>
        <RefundAmountField
          key={left}
          id="manual-refund-amount"
          label="退還金額（元）"
          left={left}
          due={left}
          units={refundUnits(order, left)}
        />
        <TextField id="manual-refund-reason" name="reason" label="原因" maxLength={300} />
        <RestockField yes="款項全部退還時放回" no="不放回，例如有瑕疵" isYes />
      </OwnerForm>
    </Panel>
  )
}
