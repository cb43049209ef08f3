import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import styles from '#components/owner/owner.module.css'
import { TextField } from '#components/ui/field.tsx'
import type { RefundRequest } from '#lib/payment/refund/refund-record.ts'
import { OrderId } from './order-id.tsx'
import type { OrderTool } from './order-tool.ts'

// The buyer gets a link by mail; the account never comes by mail itself.
export function RequestBankAccount({
  order,
  request,
  action,
}: OrderTool & { request: RefundRequest }) {
  const { number, accountAt } = request
  return (
    <OwnerForm
      action={action}
      submit={accountAt === undefined ? '再寄一次信' : '請買家重新填'}
      done="已寄信給買家。"
    >
      <OrderId order={order} />
      <input type="hidden" name="number" value={number} />
      <p className={styles.soft}>
        {accountAt === undefined
          ? '已寄信請買家填寫退款帳戶，買家尚未填寫；第 7、12、15 天會再寄。請勿請買家把帳號寫在信裡。'
          : '若無法匯入，請寄信請買家重新填寫。'}
      </p>
      <TextField
        id={`ask-account-${number}`}
        name="reason"
        label="給買家的話"
        optional
        hint="例如：上次的帳號無法匯入，請再核對存摺"
        maxLength={300}
      />
    </OwnerForm>
  )
}
