import { fullName } from '#lib/delivery/recipient.ts'
import { invoiceText } from '#lib/invoice/typed-invoice.ts'
import { orderShipping } from '#lib/order/order-amounts.ts'
import type { Order } from '#lib/order/order.ts'
import { timelineEntry } from '#lib/order/timeline.ts'
import { providerTitle } from '#lib/payment/payment-status.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { closeUp } from '#lib/text/no-break.ts'
import { plainLines } from '#lib/text/plain-text.ts'
import { itemsText } from './items-text.ts'
import {
  deliveryText,
  destination,
  reductionsText,
  restockedText,
  returnTexts,
  time,
} from './order-text.ts'
import { paymentText } from './status-text.ts'

/** Everything about one order, as rows of name and value, with what happened to it. */
export function orderSheet(order: Order): string {
  const { recipient, payment, shipment } = order
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['訂單編號', order.orderNumber],
    ['下單時間', time(order.createdAt)],
    ['狀態', order.status],
    ['付款', paymentText(order)],
    ['付款時間', order.paidAt && time(order.paidAt)],
    [closeUp(`${providerTitle(payment)} 訂單`), payment?.references.join('、')],
    [closeUp(`${providerTitle(payment)} 交易`), payment?.captureId],
    ['商品', itemsText(order)],
    ['折抵', reductionsText(order)],
    ['運費', formatPrice(orderShipping(order))],
    ['總金額', formatPrice(order.totalAmount)],
    ['配送', deliveryText(order)],
    ['收件人', fullName(recipient)],
    ['取件姓名', recipient.pickupName],
    ['手機', recipient.phone],
    ['Email', recipient.email],
    ['送往', destination(order)],
    ['發票', order.manualSale && !order.invoice ? '' : invoiceText(order.invoice)],
    ['備註', recipient.note],
    ['發票號碼', order.invoiceNumber],
    ['退換貨', returnTexts(order)],
    ['放回庫存', restockedText(order)],
    [
      '物流',
      shipment && `${shipment.carrier} ${shipment.trackingNumber}（${time(shipment.shippedAt)}）`,
    ],
  ]
  const known = rows.filter(([, value]) => value !== undefined && value !== '')
  // Further lines of a shopper's text are marked, so that none can look like a row of the sheet.
  const facts = known.map(
    ([name, value]) => `${name}：${plainLines(value ?? '').replaceAll('\n', '\n　│ ')}`,
  )
  const events = order.history.map((event) => {
    const { time: at, who, what, why } = timelineEntry(event, payment)
    return `  ${at}  ${who}  ${what}${why === '' ? '' : `：${why}`}`
  })
  return [...facts, '處理紀錄：', ...events].join('\n')
}
