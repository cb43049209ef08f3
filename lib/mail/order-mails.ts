import 'server-only'

import { closingNotice } from '#lib/company/closing.ts'
import { fullName } from '#lib/delivery/recipient.ts'
import { invoiceText } from '#lib/invoice/typed-invoice.ts'
import { orderCancelRight } from '#lib/order/cancel-right-view.ts'
import { preorderPromise } from '#lib/order/delivery-estimate.ts'
import type { OrderEvent } from '#lib/order/events.ts'
import type { MailContext, Notification } from '#lib/order/events/entry.ts'
import { effectsOf } from '#lib/order/events/index.ts'
import { MANUAL_PAYMENT_LABELS } from '#lib/order/manual-order.ts'
import { orderBreakdown } from '#lib/order/order-amounts.ts'
import type { OrderItem } from '#lib/order/order-item.ts'
import { orderView } from '#lib/order/order-view.ts'
import type { Order } from '#lib/order/order.ts'
import { isUnreserved, reservedUntil } from '#lib/order/reservation.ts'
import { METHOD_TITLES } from '#lib/payment/method-titles.ts'
import { methodOf, payUntil, providerTitle } from '#lib/payment/payment-status.ts'
import { termsOf } from '#lib/payment/provider-terms.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { lineTotal } from '#lib/price/price.ts'
import { reductionName, reductionText } from '#lib/price/reduction-labels.ts'
import { defined } from '#lib/result.ts'
import { closeUp } from '#lib/text/no-break.ts'
import { plainTyped } from '#lib/text/plain-text.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import { type MailDraft, orderAddresses } from './mail.ts'
import type { MailKind, MailValues } from './placeholders.ts'

function itemLine(item: OrderItem, order: Order, now: Date): string {
  const variant = [item.color, item.size].filter(Boolean).join('・')
  const promise =
    orderView(order, now).promise?.kind === 'ships' ? preorderPromise(item, now) : undefined
  const line = `${item.title}（${variant}）× ${item.quantity}：${formatPrice(lineTotal(item))}`
  return promise === undefined ? line : `${line}，${promise}`
}

// Empty for goods handed over at once.
function delivery({ shippingMethod, recipient }: Order): string {
  const { zipcode, city, area, address, store, phone } = recipient
  const home = plainTyped(`${zipcode} ${city}${area}${address}`.trim())
  const place =
    shippingMethod === 'store' ? `超商取貨，${plainTyped(store)}` : home && `宅配到府，${home}`
  // Without its middle, its owner still recognises a telephone number.
  const masked = phone.replace(/^(.{4}).+(.{3})$/, '$1***$2')
  const person = [recipientName({ recipient }), masked].filter(Boolean).join(' ')
  return place && [place, person].filter(Boolean).join('，')
}

/** The recipient's name, as a mail greets it. */
export function recipientName({ recipient }: Pick<Order, 'recipient'>): string {
  return plainTyped(fullName(recipient))
}

const NOT_RESERVED = '這筆訂單未先為您保留商品，付款成功才算買到。若付款時已售完，不會扣款。'

const NUMBER_OVER =
  '這筆訂單的轉帳帳號或繳費代碼已失效，請勿轉帳或繳費。若已經付款，我們查明後會全額退款給您。'

// A transfer or a store's payment has no way back: its money goes to an account that the buyer names.
function refundValues({ payment }: Order): MailValues {
  const { provider } =
    payment?.attempts.find((attempt) => attempt.captureId === payment.captureId) ?? {}
  const isToBank = provider !== undefined && termsOf(provider).manualRefunds === 'to-bank'
  const banks = isToBank ? '銀行' : `${providerTitle(payment)} 與發卡銀行`
  return {
    refund_way: isToBank ? '以轉帳退到您填的退款帳戶' : '循原付款方式退回您的帳戶或信用卡',
    refund_arrival: closeUp(`實際入帳時間依 ${banks}的作業而定。`),
  }
}

const time = (at: string | undefined) => (at === undefined ? '' : formatTime(new Date(at)))

/** Values of the order for its mails, as they are true at `now`. */
export function orderValues(order: Order, now = new Date()): MailValues {
  const { lines, reductions, shipping } = orderBreakdown(order)
  const method = methodOf(order.payment)
  const cancelRight = orderCancelRight(order, now)
  return {
    order_number: order.orderNumber,
    // The recipient of a gift does not read the buyer's mails.
    name: order.gift ? '' : recipientName(order),
    lines: order.items.map((item) => itemLine(item, order, now)).join('\n'),
    subtotal: formatPrice(lines),
    reductions: reductions
      .map((reduction) => `${reductionName(reduction)} ${reductionText(reduction)}`)
      .join('、'),
    shipping: shipping === 0 ? '免運費' : formatPrice(shipping),
    total: formatPrice(order.totalAmount),
    delivery: delivery(order),
    invoice_target:
      order.manualSale && !order.invoice ? '' : plainTyped(invoiceText(order.invoice)),
    placed_at: time(order.createdAt),
    pay_before: formatTime(payUntil(order, now)),
    held_until: time(reservedUntil(order)?.toISOString()),
    not_held: isUnreserved(order) ? NOT_RESERVED : '',
    number_over: order.payment?.attempts.some(({ shown }) => shown) ? NUMBER_OVER : '',
    paid_at: time(order.paidAt),
    method: order.manualSale
      ? MANUAL_PAYMENT_LABELS[order.manualSale.paidBy]
      : method
        ? METHOD_TITLES[method]
        : '',
    provider: providerTitle(order.payment),
    ...refundValues(order),
    closing: closingNotice(now),
    cancel_right: cancelRight ?? '',
    ...(order.half
      ? {
          half_note: '您畫的另一半會印在出貨單上，跟著包裹寄出。',
          drawn_half: `${order.half.motif} ${order.half.half}`,
        }
      : {}),
    // A right to cancel later is not contradicted by the hours of a change.
    changeable: cancelRight === undefined ? '收件資料、尺寸或取消' : '收件資料或尺寸',
  }
}

/** The mails that an event calls for; `order` is the order after it. */
export function notificationsOf(event: OrderEvent, context: MailContext) {
  return effectsOf(event.type).mail?.(event, context) ?? []
}

/**
 * Mail about an unpaid order to an unverified address: that it was placed, with its number and a link,
 * and nothing that the buyer wrote.
 */
function toUnverified(order: Order, { event }: Notification): MailDraft {
  return {
    id: `${order.id}-${event}`,
    event,
    kind: 'unverified',
    order: order.id,
    number: order.orderNumber,
    to: { address: order.email, name: '' },
    values: { order_number: order.orderNumber },
  }
}

// Who gets the parcel is not always who paid: whose account takes a refund, the buyer alone says.
const BUYERS_ALONE: ReadonlySet<MailKind> = new Set(['refund-account', 'refund-account-given'])

function draftsOf(order: Order, notification: Notification): readonly MailDraft[] {
  const { event, kind, values, notBefore } = notification
  const draft: MailDraft = {
    // A provider's ids stand in some; Firestore takes no slash.
    id: `${order.id}-${event}`.replaceAll(/[^\w-]/g, '_'),
    event,
    kind,
    order: order.id,
    number: order.orderNumber,
    values: { ...orderValues(order), ...values },
    ...defined({ notBefore }),
  }
  if (kind.startsWith('owner-')) return [draft]
  const addresses = orderAddresses(order, order.paidAt !== undefined && !BUYERS_ALONE.has(kind))
  if (order.paidAt === undefined && order.emailUnverified) {
    return addresses.length > 0 && event === 'placed' ? [toUnverified(order, notification)] : []
  }
  const name = recipientName(order)
  return addresses.map((address, index) => ({
    ...draft,
    id: index === 0 ? draft.id : `${draft.id}-copy`,
    to: { address, name },
  }))
}

// The mails that each event of an order calls for, without those that an earlier one called for.
function notificationsIn(order: Order): readonly (readonly Notification[])[] {
  const known: string[] = []
  const nextNumbered = (name: string) =>
    `${name}-${known.filter((one) => one.startsWith(`${name}-`)).length + 1}`
  return order.history.map((event) => {
    const news = notificationsOf(event, { order, numbered: nextNumbered })
    const untold = news.filter((notification) => !known.includes(notification.event))
    known.push(...untold.map((notification) => notification.event))
    return untold
  })
}

/**
 * Returns the mails for an order's events after those of `told`, each once. Called where orders are written, so no
 * use case can forget one.
 */
export function mailsOf(
  told: Pick<Order, 'history'> | undefined,
  order: Order,
): readonly MailDraft[] {
  const news = notificationsIn(order).slice(told?.history.length ?? 0)
  return news.flat().flatMap((notification) => draftsOf(order, notification))
}

/** The id of the newest mail about an order's parcel, or undefined if there is none. */
export function shippingMail(order: Order): string | undefined {
  const mails = notificationsIn(order).flat()
  const newest = mails.findLast(({ event }) => event.startsWith('shipped-'))
  return newest && draftsOf(order, newest)[0]?.id
}
