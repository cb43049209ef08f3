import { fullName, GIFT_NOTE, SHIPPING_LABELS } from '#lib/delivery/recipient.ts'
import type { Order } from '#lib/order/order.ts'
import { destination } from '#lib/owner/order-text.ts'
import { OrderFacts } from './order-facts.tsx'

// A manual order may name nobody.
export function RecipientFacts({ order }: { order: Order }) {
  const { recipient, shippingMethod } = order
  const { phone, email, note } = recipient
  return (
    <OrderFacts
      title="收件"
      facts={[
        ['收件人', fullName(recipient)],
        ['取件姓名', recipient.pickupName],
        [
          '手機',
          phone && (
            <a key="tel" href={`tel:${phone}`}>
              {phone}
            </a>
          ),
        ],
        [
          'Email',
          email && (
            <a key="mail" href={`mailto:${email}`}>
              {email}
            </a>
          ),
        ],
        [SHIPPING_LABELS[shippingMethod], destination(order)],
        ['禮物', order.gift ? '收件人不是買家；單子不印價格' : ''],
        [order.gift ? GIFT_NOTE : '備註', note],
      ]}
    />
  )
}
