import { orderCancelRight } from '../order/cancel-right.ts'
import {
  type CancelCause,
  piecesToExchange,
  type ReturnRequest,
  type Shipment,
} from '../order/events.ts'
import { MANUAL_PAYMENT_WORDS, type Order, orderShipping, UNPAID_FOR } from '../order/order.ts'
import { heldUntil, isUnheld } from '../order/hold.ts'
import { invoiceText } from '../order/invoice.ts'
import { trackingPage } from '../order/fulfilment.ts'
import { orderView } from '../order/view.ts'
import { preorderPromise } from '../order/ship-promise.ts'
import type { OrderItem } from '../order/order-item.ts'
import { methodOf, providerTitle } from '../order/payment/payment-status.ts'
import { formatPrice, lineTotal } from '../price/price.ts'
import { toSingleLine } from '../text/plain-text.ts'
import { formatTime } from '../time/taipei-time.ts'
import type { MailValues } from './mail.ts'

function itemLine(item: OrderItem, order: Order, now: Date): string {
  const variant = [item.color, item.size].filter(Boolean).join('・')
  const promise =
    orderView(order, now).promise?.kind === 'ships' ? preorderPromise(item, now) : undefined
  const line = `${item.title}（${variant}）× ${item.quantity}：${formatPrice(lineTotal(item))}`
  return promise === undefined ? line : `${line}，${promise}`
}

/** A text that a stranger typed, on one line, so that no mail program makes a link of it. */
export function plainTyped(text: string): string {
  return toSingleLine(text)
    .replaceAll('://', ': //')
    .replaceAll(/(?<=\w)\.(?=\w)/g, '. ')
}

/** A telephone number without its middle, which its owner still recognises. */
const maskedPhone = (phone: string) => phone.replace(/^(.{4}).+(.{3})$/, '$1***$2')

// Empty for goods handed over at once.
function delivery({ shippingMethod, recipient }: Order): string {
  const { zipcode, city, area, address, store, phone } = recipient
  const home = plainTyped(`${zipcode} ${city}${area}${address}`.trim())
  const place =
    shippingMethod === 'store' ? `超商取貨，${plainTyped(store)}` : home && `宅配到府，${home}`
  const person = [recipientName({ recipient }), maskedPhone(phone)].filter(Boolean).join(' ')
  return place && [place, person].filter(Boolean).join('，')
}

/** The recipient's name, as a mail greets it. */
export function recipientName({ recipient }: Pick<Order, 'recipient'>): string {
  return plainTyped(`${recipient.lastName}${recipient.firstName}`)
}

const NOT_HELD =
  '這筆訂單沒有先為您保留商品：付款成功的那一刻才算買到；如果那時已經賣完，不會向您收款。'

const METHODS = { paypal: 'PayPal', card: '信用卡', 'line-pay': 'LINE Pay' } as const

const time = (at: string | undefined) => (at === undefined ? '' : formatTime(new Date(at)))

/** Values of the order for its mails, as they are true at `now`. */
export function orderValues(order: Order, now = new Date()): MailValues {
  const shipping = orderShipping(order)
  const method = methodOf(order.payment)
  const cancelRight = orderCancelRight(order, now)
  return {
    order_number: order.orderNumber,
    name: recipientName(order),
    lines: order.items.map((item) => itemLine(item, order, now)).join('\n'),
    subtotal: formatPrice(order.totalAmount - shipping),
    shipping: shipping === 0 ? '免運費' : formatPrice(shipping),
    total: formatPrice(order.totalAmount),
    delivery: delivery(order),
    invoice_target: order.manualSale ? '' : plainTyped(invoiceText(order.invoice)),
    placed_at: time(order.createdAt),
    pay_before: formatTime(new Date(Date.parse(order.createdAt) + UNPAID_FOR)),
    held_until: time(heldUntil(order)?.toISOString()),
    not_held: isUnheld(order) ? NOT_HELD : '',
    paid_at: time(order.paidAt),
    method: order.manualSale
      ? MANUAL_PAYMENT_WORDS[order.manualSale.paidBy]
      : method
        ? METHODS[method]
        : '',
    provider: providerTitle(order.payment),
    cancel_right: cancelRight ?? '',
    // A right to cancel later is not contradicted by the hours of a change.
    changeable: cancelRight === undefined ? '收件資料、尺寸或取消' : '收件資料或尺寸',
  }
}

/** Values of a parcel; `exchanged` names the pieces that it carries in exchange for others. */
export function parcelValues(
  { carrier, trackingNumber, shippedAt }: Shipment,
  exchanged = '',
): MailValues {
  return {
    carrier,
    tracking_number: trackingNumber,
    tracking_url: trackingPage(carrier, trackingNumber) ?? '',
    shipped_at: time(shippedAt),
    exchanged_pieces: exchanged,
  }
}

/** The pieces that were sent for those of a return, in words. */
export function exchangedPieces({ items }: Pick<Order, 'items'>, request: ReturnRequest): string {
  const pieces = piecesToExchange(request).flatMap(({ index, quantity, size = '' }) => {
    const item = items[index]
    return item ? [`${item.title}（${size}）× ${quantity}`] : []
  })
  return pieces.join('、')
}

/** Why an order was cancelled, in the words of its mail. */
export const CANCEL_CAUSE_WORDS: Readonly<Record<CancelCause, string>> = {
  'by-owner': '店家取消了這筆訂單',
  'unpaid-too-long': '訂單沒有在期限內付款，已自動取消',
  replaced: '您修改後重新確認了訂單，這一筆由新的訂單取代',
  'by-member': '您取消了這筆訂單',
}
