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
          ? '已經寄信請買家填退款帳戶，還沒有填；第 7、12、15 天會再寄。請不要請買家把帳號寫在信裡。'
          : '匯不進去的話，寄信請買家重新填。'}
      </p>
      <TextField
        id={`ask-account-${number}`}
        name="reason"
        label="要寫在信裡的話"
        optional
        hint="例如：上次的帳號匯不進去，請再看一次存摺"
        maxLength={300}
      />
    </OwnerForm>
  )
}
