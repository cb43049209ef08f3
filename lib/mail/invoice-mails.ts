import { invoiceText } from '../order/invoice.ts'
import type { Order } from '../order/order.ts'
import { INVOICE_ALARM_WORDS } from '../invoice/invoice-words.ts'
import { formatPrice } from '../price/price.ts'
import { formatDay } from '../site/taipei-time.ts'
import { type Change, type MailValues, numbered, type Told } from './mail.ts'

function invoiceValues({ invoicing, invoice }: Order): MailValues {
  const { number = '', random = '', issuedAt } = invoicing ?? {}
  return {
    invoice_number: number,
    invoice_random: random,
    invoice_date: issuedAt === undefined ? '' : formatDay(new Date(issuedAt)),
    invoice_target: invoiceText(invoice),
  }
}

/** The mails of what happened to an order's invoice: its number, what was undone of it, and what the owner must do. */
export function invoiceMails(change: Change): readonly Told[] {
  const { before, after } = change
  return after.history.slice(before?.history.length ?? 0).flatMap((event): Told[] => {
    switch (event.type) {
      case 'invoice.issued':
        return [{ event: 'invoice-issued', kind: 'invoice-issued', values: invoiceValues(after) }]
      case 'invoice.voided':
      case 'invoice.allowed': {
        const how = event.type === 'invoice.voided' ? '作廢發票' : '開立折讓單'
        const undone = { undone_amount: formatPrice(event.data.amount), undone_how: how }
        const values = { ...invoiceValues(after), ...undone }
        return [{ event: numbered(change, 'invoice-undone'), kind: 'invoice-undone', values }]
      }
      case 'invoice.alarmed': {
        const { alarm, words } = event.data
        const values = { invoice_news: INVOICE_ALARM_WORDS[alarm], invoice_words: words }
        return [{ event: numbered(change, 'invoice-alarm'), kind: 'owner-invoice', values }]
      }
      default:
        return []
    }
  })
}
