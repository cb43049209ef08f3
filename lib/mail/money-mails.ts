import type { Order } from '../order/order.ts'
import { formatPrice } from '../price/price.ts'
import type { MailKind } from './mail-kinds.ts'
import type { MailValues } from './mail.ts'
import type { Notification } from './notifications.ts'

/** Returns a mail's values about refunded money. */
export function moneyValues({ payment, totalAmount }: Order, amount: number): MailValues {
  return {
    refund_amount: formatPrice(amount),
    refund_extent: amount >= totalAmount ? '全額' : '部分',
    refunded_total: formatPrice(payment?.refundedAmount ?? 0),
  }
}

type MoneyMail = {
  readonly event: string
  readonly kinds: readonly [shopper: MailKind, owner: MailKind]
  readonly amount: number
  /** Whether the owner did it, or saw it at the end of a review. */
  readonly isKnown: boolean
}

/** The mails of money that went back: to the shopper, and to an owner who did not do it. */
export function moneyMails(order: Order, { event, kinds, amount, isKnown }: MoneyMail) {
  const [shopper, owner] = kinds
  const values = moneyValues(order, amount)
  const result: Notification = { event, kind: shopper, values }
  return isKnown ? [result] : [result, { event: `owner-${event}`, kind: owner, values }]
}
