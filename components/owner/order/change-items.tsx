import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import { Panel } from '#components/owner/form/panel.tsx'
import styles from '#components/owner/owner.module.css'
import { SelectField, TextField } from '#components/ui/field.tsx'
import type { SizeChoice } from '#lib/inventory/exchange-stock.ts'
import { canChangeItems } from '#lib/order/change-items.ts'
import type { Size } from '#lib/product/sizes.ts'
import { OrderId } from './order-id.tsx'
import { stockLeftText, type SizeTool } from './size-choices.ts'

/** Changes sizes or quantities before the parcel ships. */
export function ChangeItems({ order, action, sizes }: SizeTool) {
  if (!canChangeItems(order)) return null
  return (
    <Panel title="更改尺寸或件數">
      <OwnerForm
        action={action}
        submit="更改訂單內容"
        done="已更改，買家會收到信。若件數減少，差額已填在「退款」的金額欄。"
      >
        <OrderId order={order} />
        {order.items.map(({ id, title, color = '', size, quantity }, index) => (
          // Keyed by the units, so that a changed line starts anew instead of falling back to none.
          <fieldset key={`${id} ${color} ${size} ${quantity}`} className={styles.units}>
            <legend>
              {title} {color} {size}
            </legend>
            <SelectField id={`size-${index}`} label="尺寸" defaultValue={size}>
              {optionsOf(sizes[index], size).map((sizeChoice) => (
                <option key={sizeChoice.size} value={sizeChoice.size}>
                  {sizeChoice.size}
                  {sizeChoice.size === size ? '' : stockLeftText(sizeChoice)}
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
          name="oversellReason"
          label="超賣的原因"
          optional
          hint="想換的尺寸庫存不足、但仍要更換時才填寫。"
          maxLength={200}
        />
        <p className={styles.soft}>若要加購，請買家另外下單。</p>
      </OwnerForm>
    </Panel>
  )
}

// The size that a line has stays among those that it may have.
function optionsOf(choices: readonly SizeChoice[] = [], size: Size): readonly SizeChoice[] {
  return choices.some((choice) => choice.size === size) ? choices : [{ size }, ...choices]
}
