import { SelectField, TextField } from '#components/ui/field.tsx'
import { canChangeItems } from '#lib/order/change-items.ts'
import type { Order } from '#lib/order/order.ts'
import { SIZES } from '#lib/product/sizes.ts'

import { OrderId } from './order-fields.tsx'
import styles from './owner.module.css'
import { type OwnerAction, OwnerForm } from './owner-form.tsx'
import { Panel } from './panel.tsx'

/** Changes sizes or quantities before the parcel ships. */
export function ChangeItems({ order, action }: { order: Order; action: OwnerAction }) {
  if (!canChangeItems(order)) return null
  return (
    <Panel title="更改尺寸或件數">
      <OwnerForm
        action={action}
        submit="更改訂單內容"
        done="已更改，買家會收到信。少訂的金額請用退款退回，已經填好。"
      >
        <OrderId order={order} />
        {order.items.map(({ id, title, color = '', size, quantity }, index) => (
          // Keyed by the pieces, so that a changed line starts anew instead of falling back to none.
          <fieldset key={`${id} ${color} ${size} ${quantity}`} className={styles.pieces}>
            <legend>
              {title} {color} {size}
            </legend>
            <SelectField id={`size-${index}`} label="尺寸" defaultValue={size}>
              {SIZES.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </SelectField>
            <SelectField
              id={`change-quantity-${index}`}
              name={`quantity-${index}`}
              label="件數"
              defaultValue={quantity}
            >
              {Array.from({ length: quantity + 1 }, (_, count) => (
                // oxlint-disable-next-line react/no-array-index-key
                <option key={count} value={count}>
                  {count}
                </option>
              ))}
            </SelectField>
          </fieldset>
        ))}
        <TextField id="change-reason" name="reason" label="原因" optional maxLength={300} />
        <TextField
          id="change-below-zero"
          name="belowZero"
          label="超賣的原因"
          optional
          hint="想換的尺寸不夠、仍要換時才寫。"
          maxLength={200}
        />
        <p className={styles.soft}>要多買的，請買家另外下單。</p>
      </OwnerForm>
    </Panel>
  )
}
