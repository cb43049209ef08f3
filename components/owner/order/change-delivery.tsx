import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import { Panel } from '#components/owner/form/panel.tsx'
import styles from '#components/owner/owner.module.css'
import { TextField } from '#components/ui/field.tsx'
import {
  RECIPIENT_LABELS,
  type RecipientField,
  SHIPPING_LABELS,
  type ShippingMethod,
} from '#lib/delivery/recipient.ts'
import { liveParcel } from '#lib/parcel/order-parcel.ts'
import { OrderId } from './order-id.tsx'
import type { OrderTool } from './order-tool.ts'

const PLACE_FIELDS: Readonly<Record<ShippingMethod, readonly RecipientField[]>> = {
  home: ['zipcode', 'city', 'area', 'address'],
  store: ['store'],
}

// Sends an order to a door instead of a store, or the other way round; both cost the same.
export function ChangeDelivery({ order, action }: OrderTool) {
  const { shippingMethod, recipient } = order
  const to = shippingMethod === 'home' ? 'store' : 'home'
  if (liveParcel(order)) return null
  return (
    <Panel title={`改為${SHIPPING_LABELS[to]}`}>
      <OwnerForm
        action={action}
        submit={`改為${SHIPPING_LABELS[to]}`}
        done="已更改，買家會收到信。"
      >
        <OrderId order={order} />
        <input type="hidden" name="to" value={to} />
        <p className={styles.soft}>
          宅配和超商取貨的運費相同，無須補收或退還。更改後會寄信通知買家；原本請買家選門市的連結會失效。
        </p>
        {PLACE_FIELDS[to].map((name) => (
          <TextField
            key={name}
            id={`d-${name}`}
            name={name}
            label={RECIPIENT_LABELS[name]}
            hint={name === 'store' ? '例如 7-11 131386 重慶門市，或全家 012345' : undefined}
            defaultValue={recipient[name]}
            maxLength={254}
          />
        ))}
        {to === 'home' ? (
          <label className={styles.pick}>
            <input type="checkbox" name="placeConfirmed" value="yes" />
            郵遞區號、縣市與鄉鎮市區不在名單上，仍照這樣寄送
          </label>
        ) : null}
      </OwnerForm>
    </Panel>
  )
}
