import { preorderPromise } from '../order/ship-promise.ts'
import { type Order, type OrderItem, orderShipping, UNPAID_FOR } from '../order/order.ts'
import { methodOf, providerTitle } from '../payment/payment-status.ts'
import { formatPrice } from '../price/price.ts'
import { lineTotal } from '../price/price.ts'
import { oneLine } from '../site/plain-text.ts'
import { formatTime } from '../site/taipei-time.ts'
import type { MailValues } from './mail.ts'

function itemLine(item: OrderItem): string {
  const variant = [item.color, item.size].filter(Boolean).join('・')
  const promise = preorderPromise(item)
  const line = `${item.title}（${variant}）× ${item.quantity}：${formatPrice(lineTotal(item))}`
  return promise === undefined ? line : `${line}，${promise}`
}

/** A name or an address that a stranger typed, so that no reader makes a link of it. */
function typed(text: string): string {
  return oneLine(text)
    .replaceAll('://', ': //')
    .replaceAll(/(?<=\w)\.(?=\w)/g, '. ')
}

function delivery({ shippingMethod, recipient }: Order): string {
  if (shippingMethod === 'store') return `超商取貨，${typed(recipient.store)}`
  const { zipcode, city, area, address } = recipient
  return `宅配到府，${typed(`${zipcode} ${city}${area}${address}`.trim())}`
}

/** The recipient's name, as a mail greets it. */
export function recipientName({ recipient }: Pick<Order, 'recipient'>): string {
  return typed(`${recipient.lastName}${recipient.firstName}`)
}

const METHODS = { paypal: 'PayPal', card: '信用卡', 'line-pay': 'LINE Pay' } as const

const time = (at: string | undefined) => (at === undefined ? '' : formatTime(new Date(at)))

/** What every mail about an order may say of it. */
export function orderValues(order: Order): MailValues {
  const shipping = orderShipping(order)
  const method = methodOf(order.payment)
  return {
    order_number: order.orderId,
    name: recipientName(order),
    lines: order.items.map(itemLine).join('\n'),
    subtotal: formatPrice(order.totalAmount - shipping),
    shipping: shipping === 0 ? '免運費' : formatPrice(shipping),
    total: formatPrice(order.totalAmount),
    delivery: delivery(order),
    placed_at: time(order.createdAt),
    pay_before: formatTime(new Date(Date.parse(order.createdAt) + UNPAID_FOR)),
    paid_at: time(order.paidAt),
    method: method ? METHODS[method] : '',
    provider: providerTitle(order.payment),
  }
}

/** Where a carrier's parcels are looked up, by a word of its name as the owner writes it. */
const CARRIERS: readonly (readonly [name: RegExp, page: string])[] = [
  [/黑貓|統一速達/u, 'https://www.t-cat.com.tw/Inquire/Trace.aspx'],
  [/7-?(?:11|eleven)|統一超商|交貨便/iu, 'https://eservice.7-11.com.tw/e-tracking/search.aspx'],
  [/全家|family/iu, 'https://fmec.famiport.com.tw/FP_Entrance/QueryBox'],
  [/郵局|中華郵政|郵政/u, 'https://postserv.post.gov.tw/pstmail/main_mail.html'],
  [/新竹/u, 'https://www.hct.com.tw/Search/SearchGoods_n.aspx'],
]

/** The page on which a carrier looks parcels up by their number; undefined for a carrier that is not known. */
export function trackingPage(carrier: string): string | undefined {
  return CARRIERS.find(([name]) => name.test(carrier))?.[1]
}
