import { orderCancelRight } from '../order/cancel-right.ts'
import {
  type CancelCause,
  piecesToExchange,
  type ReturnRequest,
  type Shipment,
  type EventOf,
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
import { formatTime, formatDay } from '../time/taipei-time.ts'
import type { MailValues } from './mail.ts'
import { storeFrom } from '../delivery/recipient.ts'
import { trackingNumber } from '../order/parcel/order-parcel.ts'
import { ALARM_WORDS } from '../order/parcel/parcel-words.ts'
import { storeChoicePath } from '../order/parcel/store.ts'
import type { Notification, NotificationContext } from './notifications.ts'
import { INVOICE_ALARM_WORDS } from '../order/invoice/invoice-words.ts'

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

/** Days for which a chain's store keeps a parcel. */
const KEPT_DAYS = 7
const DAY = 24 * 60 * 60 * 1000

const none = () => []

// A repeated arrival is notified again.
function waitingMails(
  { at, data }: EventOf<'parcel.moved'>,
  { order, numbered }: NotificationContext,
): readonly Notification[] {
  const parcel = order.parcels?.find(({ number }) => number === data.parcel)
  if (data.state !== 'waiting' || !parcel) return []
  const values = {
    store: order.recipient.store,
    tracking_number: trackingNumber(parcel),
    keep_until: formatDay(new Date(Date.parse(at) + KEPT_DAYS * DAY)),
  }
  return [{ event: numbered(`waiting-${data.parcel}`), kind: 'parcel-waiting', values }]
}

function storeMails(
  _event: EventOf<'store.requested'>,
  { order, numbered }: NotificationContext,
): readonly Notification[] {
  if (!order.storeChoice) return []
  const { chain, name, number } = storeFrom(order.recipient.store)
  const values = {
    store: [chain, name || number].join(' '),
    link_path: storeChoicePath(order.id, order.storeChoice.token),
  }
  return [{ event: numbered('store-closed'), kind: 'store-closed', values }]
}

function alarmMails(
  { data: { parcel, alarm } }: EventOf<'parcel.alarmed'>,
  { order, numbered }: NotificationContext,
): readonly Notification[] {
  const report = order.history.findLast(
    (event) => event.type === 'parcel.moved' || event.type === 'parcel.unknown-code',
  )
  const isReported = report && alarm !== 'no-store'
  const values = {
    parcel_number: parcel,
    parcel_news: ALARM_WORDS[alarm],
    parcel_words: isReported ? `${report.data.code} ${report.data.words}` : '',
  }
  return [{ event: numbered('parcel-alarm'), kind: 'owner-parcel', values }]
}

/** The mails of what happens to an order's parcels. */
export const PARCEL_MAILS = {
  'parcel.requested': none,
  'parcel.booked': none,
  'parcel.refused': none,
  'parcel.missing': none,
  'parcel.moved': waitingMails,
  'parcel.unknown-code': none,
  'parcel.charged': none,
  'parcel.alarmed': alarmMails,
  'parcel.settled': none,
  'store.requested': storeMails,
  'store.chosen': none,
}

function invoiceValues({ invoicing }: Order): MailValues {
  const { number = '', random = '', issuedAt } = invoicing ?? {}
  return {
    invoice_number: number,
    invoice_random: random,
    invoice_date: issuedAt === undefined ? '' : formatDay(new Date(issuedAt)),
  }
}

const undone =
  (how: string) =>
  (
    { data }: EventOf<'invoice.voided' | 'invoice.allowed'>,
    { order, numbered }: NotificationContext,
  ): readonly Notification[] => {
    const amount = formatPrice(data.amount)
    const values = { ...invoiceValues(order), undone_amount: amount, undone_how: how }
    return [{ event: numbered('invoice-undone'), kind: 'invoice-undone', values }]
  }

function issuedMails(
  { data }: EventOf<'invoice.issued'>,
  { order }: NotificationContext,
): readonly Notification[] {
  // Beside one of the owner's own, the owner decides which of the two the buyer gets.
  if (order.invoiceNumber !== data.invoiceNumber) return []
  return [{ event: 'invoice-issued', kind: 'invoice-issued', values: invoiceValues(order) }]
}

function alarmMailsInvoiceMails(
  { data: { alarm, words } }: EventOf<'invoice.alarmed'>,
  { numbered }: NotificationContext,
): readonly Notification[] {
  const values = { invoice_news: INVOICE_ALARM_WORDS[alarm], invoice_words: words }
  return [{ event: numbered('invoice-alarm'), kind: 'owner-invoice', values }]
}

/** The mails of what happens to an order's invoice: its number, what was undone of it, and what the owner must do. */
export const INVOICE_MAILS = {
  'invoice.issued': issuedMails,
  'invoice.dropped': none,
  'invoice.voided': undone('作廢發票'),
  'invoice.allowed': undone('開立折讓單'),
  'invoice.found-void': none,
  'invoice.alarmed': alarmMailsInvoiceMails,
  'invoice.settled': none,
}
