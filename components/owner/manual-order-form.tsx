import { SelectField, TextAreaField, TextField } from '#components/ui/field.tsx'
import { RECIPIENT_LABELS, type RecipientField } from '#lib/delivery/recipient.ts'
import { manualSaleLeft, type Order } from '#lib/order/order.ts'
import { piecesField } from '#lib/owner/order-text.ts'
import { formatPrice } from '#lib/price/price.ts'
import type { Product } from '#lib/product/product.ts'

import { OrderId } from './order-fields.tsx'
import styles from './owner.module.css'
import { type OwnerAction, OwnerForm } from './owner-form.tsx'
import { Panel } from './panel.tsx'

const NAMES: readonly RecipientField[] = ['lastName', 'firstName', 'phone', 'email']
const PLACES: readonly RecipientField[] = ['zipcode', 'city', 'area', 'address', 'store']

function RecipientInputs({ names }: { names: readonly RecipientField[] }) {
  return names.map((name) => (
    <TextField
      key={name}
      id={name}
      label={RECIPIENT_LABELS[name]}
      optional
      autoComplete="off"
      maxLength={254}
    />
  ))
}

function Pieces({ products }: { products: readonly Product[] }) {
  return products.flatMap(({ id, title, price, colors, sizes }, product) =>
    colors.map(({ name }, color) => (
      <fieldset key={`${id} ${name}`} className={styles.counted}>
        <legend>
          {title} {name}，{formatPrice(price)}
        </legend>
        {sizes.map((size) => (
          <TextField
            key={size}
            id={piecesField(product, color, size)}
            label={size}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
          />
        ))}
      </fieldset>
    )),
  )
}

/** Creates a manual order: taken at a market or by telephone, and paid. */
export function ManualOrderForm({
  products,
  action,
}: {
  products: readonly Product[]
  action: OwnerAction
}) {
  return (
    <OwnerForm
      action={action}
      submit="建立訂單"
      done="已建立，扣好庫存，也記進帳務；請到訂單查看。"
      variant="primary"
      isKeyed
    >
      <SelectField id="place" label="從哪裡來">
        <option value="market">市集</option>
        <option value="telephone">電話或來信</option>
      </SelectField>
      <SelectField id="paidBy" label="怎麼付的">
        <option value="cash">現金</option>
        <option value="transfer">轉帳</option>
      </SelectField>
      <SelectField id="delivery" label="怎麼交貨">
        <option value="handed-over">當場交貨，不收運費</option>
        <option value="home">宅配到府</option>
        <option value="store">超商取貨</option>
      </SelectField>
      <Pieces products={products} />
      <p className={styles.soft}>當場交貨可以不填收件人；填了 Email，買家會收到付款的信。</p>
      <RecipientInputs names={NAMES} />
      <RecipientInputs names={PLACES} />
      <TextAreaField id="note" label="備註" optional maxLength={500} />
      <TextField
        id="manual-order-below-zero"
        name="belowZero"
        label="超賣的原因"
        optional
        hint="商店的庫存不夠、貨卻已經在手上時才寫。"
        maxLength={200}
      />
    </OwnerForm>
  )
}

/** Records money that the owner gave back for a manual order. */
export function ManualRefund({ order, action }: { order: Order; action: OwnerAction }) {
  const left = manualSaleLeft(order)
  if (left <= 0) return null
  return (
    <Panel title="記下退還的款項">
      <OwnerForm action={action} submit="記下退款" done="已記下。" isKeyed>
        <OrderId order={order} />
        <p className={styles.soft}>這筆訂單是手動建立的：請先把錢退給買家，再記在這裡。</p>
        <TextField
          id="manual-refund-amount"
          name="amount"
          label="退還金額（元）"
          hint={`最多 ${formatPrice(left)}`}
          inputMode="numeric"
          defaultValue={String(left)}
          maxLength={8}
        />
        <TextField id="manual-refund-reason" name="reason" label="原因" maxLength={300} />
        <label className={styles.pick}>
          <input type="checkbox" name="restock" value="yes" defaultChecked />
          款項全部退還時，把商品加回庫存
        </label>
      </OwnerForm>
    </Panel>
  )
}
