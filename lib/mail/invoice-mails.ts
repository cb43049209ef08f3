import { INVOICE_ALARM_WORDS } from '../order/invoice/invoice-words.ts'
import type { EventOf } from '../order/events.ts'
import type { Order } from '../order/order.ts'
import { formatPrice } from '../price/price.ts'
import { formatDay } from '../time/taipei-time.ts'
import type { MailValues } from './mail.ts'
import type { Notification, NotificationContext } from './notifications.ts'

const none = () => []

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

function alarmMails(
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
  'invoice.alarmed': alarmMails,
  'invoice.settled': none,
}
