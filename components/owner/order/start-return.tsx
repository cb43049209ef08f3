import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import { Panel } from '#components/owner/form/panel.tsx'
import styles from '#components/owner/owner.module.css'
import { SelectField, TextField } from '#components/ui/field.tsx'
import { returnableUnits, returnProblem } from '#lib/order/return/return-rules.ts'
import { OrderId } from './order-id.tsx'
import { stockLeftText, type SizeTool } from './size-choices.ts'

// The shop may take back what comes late.
const ANY_TIME = new Date(0)

/** Records a return or exchange that a buyer requested by mail or telephone. */
export function StartReturn({ order, action, sizes }: SizeTool) {
  if (returnProblem(order, ANY_TIME) !== undefined) return null
  const left = returnableUnits(order)
  return (
    <Panel title="代買家申請退換貨">
      <OwnerForm action={action} submit="登記退換貨" done="已登記，請回覆。">
        <OrderId order={order} />
        {order.items.map(({ id, title, color = '', size }, index) => (
          <fieldset key={`${id} ${color} ${size}`} className={styles.units}>
            <legend>
              {title} {color} {size}
            </legend>
            <SelectField id={`quantity-${index}`} label="件數">
              {Array.from({ length: (left[index] ?? 0) + 1 }, (_, count) => (
                // oxlint-disable-next-line react/no-array-index-key
                <option key={count} value={count}>
                  {count}
                </option>
              ))}
            </SelectField>
            <SelectField id={`wish-${index}`} label="處理">
              <option value="">退款</option>
              {(sizes[index] ?? []).map((sizeChoice) => (
                <option key={sizeChoice.size} value={sizeChoice.size}>
                  {sizeChoice.size === size ? `補寄 ${sizeChoice.size}` : `換 ${sizeChoice.size}`}
                  {stockLeftText(sizeChoice)}
                </option>
              ))}
            </SelectField>
          </fieldset>
        ))}
        <TextField id="start-return-reason" name="reason" label="退換貨原因" maxLength={300} />
        <p className={styles.soft}>買家來信或來電時使用；逾七天，店主仍可受理。</p>
      </OwnerForm>
    </Panel>
  )
}
