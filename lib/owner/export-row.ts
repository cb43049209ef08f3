import { invoiceText } from '../order/invoice.ts'
import { type Order, orderShipping } from '../order/order.ts'
import { taipeiStamp } from '../site/taipei-time.ts'
import type { Cell } from './csv.ts'
import { destination, itemsText, paymentText } from './order-text.ts'

/** The columns of a month's export. */
export const EXPORT_COLUMNS = [
  '訂單編號',
  '下單時間',
  '狀態',
  '付款狀態',
  '付款時間',
  'PayPal 交易編號',
  '商品',
  '件數',
  '商品金額',
  '運費',
  '總金額',
  '已退款金額',
  '配送方式',
  '收件人',
  '手機',
  'Email',
  '地址或門市',
  '備註',
  '物流公司',
  '追蹤編號',
  '出貨時間',
  '發票',
] as const

function time(at: string | undefined): string {
  return at === undefined ? '' : taipeiStamp(new Date(at))
}

/** One order under those columns; amounts in whole TWD, times in Taipei. */
export function exportRow(order: Order): readonly Cell[] {
  const { recipient, payment, shipment } = order
  const shipping = orderShipping(order)
  return [
    order.orderId,
    time(order.createdAt),
    order.status,
    paymentText(order),
    time(order.paidAt),
    payment?.captureId ?? '',
    itemsText(order),
    order.items.reduce((pieces, { quantity }) => pieces + quantity, 0),
    order.totalAmount - shipping,
    shipping,
    order.totalAmount,
    payment?.refundedAmount ?? 0,
    order.shippingMethod === 'store' ? '超商取貨' : '宅配到府',
    `${recipient.lastName}${recipient.firstName}`,
    recipient.phone,
    recipient.email,
    destination(order),
    recipient.note,
    shipment?.carrier ?? '',
    shipment?.trackingNumber ?? '',
    time(shipment?.shippedAt),
    invoiceText(order.invoice),
  ]
}
