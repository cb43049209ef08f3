import { BRAND } from '#lib/company/company.ts'
import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import { COMPANY } from '#lib/company/trade.ts'
import { fullName, GIFT_NOTE, SHIPPING_LABELS } from '#lib/delivery/recipient.ts'
import { buyerInvoiceText } from '#lib/invoice/invoice-labels.ts'
import { invoiceText } from '#lib/invoice/typed-invoice.ts'
import type { Order } from '#lib/order/order.ts'
import { parcelsFor } from '#lib/parcel/order-parcel.ts'
import { buyerParcelText } from '#lib/parcel/parcel-labels.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import styles from './order-detail.module.css'
import { Facts, placeFact } from './parcel-facts.tsx'
import { methodText } from './payment-text.ts'
import { TrackingNumber } from './tracking-number.tsx'

/** Recipient, place, payment method and support contact of an order. */
export function OrderFacts({ order }: { order: Order }) {
  const { recipient, payment, paidAt, shipment, invoicing } = order
  // Printed at once, the order says that its number is still to come.
  const isAwaited = invoicing?.state === 'wished' || invoicing?.state === 'sending'
  return (
    <div className={styles.columns}>
      <Facts
        title="收件資料"
        facts={[
          ['收件人', fullName(recipient)],
          ['取件姓名', recipient.pickupName],
          ['手機', recipient.phone],
          ['Email', recipient.email],
          ['配送方式', SHIPPING_LABELS[order.shippingMethod]],
          placeFact(order),
          ['禮物', order.gift ? '直接寄給收禮人，單子不印價格' : ''],
          [order.gift ? GIFT_NOTE : '備註', recipient.note],
        ]}
      />
      <Facts
        title="出貨資訊"
        facts={[
          ['物流公司', shipment?.carrier],
          ['追蹤編號', shipment ? <TrackingNumber {...shipment} key="number" /> : ''],
          ['包裹', buyerParcelText(parcelsFor(order))],
          ['出貨時間', shipment ? formatTime(new Date(shipment.shippedAt)) : ''],
        ]}
      />
      <Facts
        title="付款資訊"
        facts={[
          ['付款方式', methodText(payment)],
          ['付款時間', paidAt ? formatTime(new Date(paidAt)) : ''],
          ['交易編號', payment?.captureId],
          ['發票', invoiceText(order.invoice)],
          ['發票號碼', buyerInvoiceText(order) || (isAwaited ? '開立後寄信通知您' : '')],
        ]}
      />
      <Facts
        title="客服"
        facts={[
          ['商店', `${BRAND}（${COMPANY}）`],
          [
            'Email',
            <a href={`mailto:${CONTACT_EMAIL}`} key="mail">
              {CONTACT_EMAIL}
            </a>,
          ],
        ]}
      />
    </div>
  )
}
