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

/** Says to the owner that money which a bank or a provider took leaves the order's invoice as it is. */
export function invoiceStays({ invoicing }: Order): MailValues {
  const isIssued = invoicing?.state === 'issued'
  const text = `發票 ${invoicing?.number ?? ''} 不會自動作廢或開立折讓單，要不要處理請和會計師確認。`
  return { invoice_stays: isIssued ? text : '' }
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
  const ownerValues = { ...values, ...invoiceStays(order) }
  return isKnown
    ? [result]
    : [result, { event: `owner-${event}`, kind: owner, values: ownerValues }]
}
