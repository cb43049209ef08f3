import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import { Panel } from '#components/owner/form/panel.tsx'
import styles from '#components/owner/owner.module.css'
import { TextAreaField, TextField } from '#components/ui/field.tsx'
import { RECIPIENT_LABELS, type RecipientField, requiredFields } from '#lib/delivery/recipient.ts'
import { OrderId } from './order-id.tsx'
import type { OrderTool } from './order-tool.ts'

const PICKUP_NAME_OF_OWNER =
  '印在包裹上的姓名；若空白，以收件人的姓名為準：2 到 5 個中文字或 4 到 10 個英文字母。'

export function EditRecipient({ order, action }: OrderTool) {
  const names: readonly RecipientField[] = [
    ...requiredFields(order.shippingMethod),
    'pickupName',
    'note',
  ]
  const kept = Object.entries(order.recipient)
  return (
    <Panel title="修改收件資料">
      <OwnerForm action={action} submit="儲存收件資料" done="已儲存。">
        <OrderId order={order} />
        {kept.map(([name, value]) =>
          names.some((shown) => shown === name) ? null : (
            <input key={name} type="hidden" name={name} value={value} />
          ),
        )}
        {names.map((name) => {
          const field = { id: `r-${name}`, name, label: RECIPIENT_LABELS[name] }
          const value = order.recipient[name]
          return name === 'note' ? (
            <TextAreaField key={name} {...field} defaultValue={value} maxLength={500} />
          ) : (
            <TextField
              key={name}
              {...field}
              hint={name === 'pickupName' ? PICKUP_NAME_OF_OWNER : undefined}
              defaultValue={value}
              maxLength={254}
            />
          )
        })}
        {order.shippingMethod === 'home' ? (
          <label className={styles.pick}>
            <input type="checkbox" name="placeConfirmed" value="yes" />
            郵遞區號、縣市與鄉鎮市區不在名單上，仍照這樣寄送
          </label>
        ) : null}
      </OwnerForm>
    </Panel>
  )
}
