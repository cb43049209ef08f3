import { z } from 'zod'

import { formatPrice } from '../../price/price.ts'
import { formatDay } from '../../time/taipei-time.ts'
import { invoiceText } from '../invoice.ts'
import { INVOICE_ALARMS, invoiceSchema } from '../invoice/invoicing.ts'
import { INVOICE_ALARM_WORDS, ownNumber } from '../invoice/invoice-words.ts'
import type { Order } from '../order.ts'
import { event, type Happened, type MailContext, type Notification } from './entry.ts'

/** Whole TWD. */
const amount = z.int()
const alarm = z.enum(INVOICE_ALARMS)

/** Events of an order's invoice. */
export const INVOICE_EVENTS = {
  /** The owner's own number. */
  'invoice.recorded': event(
    { invoiceNumber: z.string() },
    {
      apply: (order, { data: { invoiceNumber } }) => ({ ...order, invoiceNumber }),
      words: ({ invoiceNumber }) => ({ what: '記下發票號碼', why: invoiceNumber }),
    },
  ),
  /** For whom it is issued, before it is; of an erased person nothing is left of both. */
  'invoice.corrected': event(
    { before: invoiceSchema.optional(), after: invoiceSchema.optional() },
    {
      apply: (order, { data: { after } }) => (after ? { ...order, invoice: after } : order),
      words: ({ before }) => ({
        what: '更正發票資料',
        why: before ? `原為 ${invoiceText(before)}` : '',
      }),
    },
  ),
  'invoice.issued': event(
    { invoiceNumber: z.string(), random: z.string(), amount },
    {
      // The owner's own number stays.
      apply: (order, { data }) => ({
        ...order,
        invoiceNumber: order.invoiceNumber ?? data.invoiceNumber,
        invoiceAlarm: null,
      }),
      words: ({ invoiceNumber, random }) => ({
        what: '開立電子發票',
        why: `${invoiceNumber}，隨機碼 ${random}`,
      }),
      // Beside one of the owner's own, the owner decides which of the two the buyer gets.
      mail: ({ data }, { order }) =>
        order.invoiceNumber === data.invoiceNumber
          ? [{ event: 'invoice-issued', kind: 'invoice-issued', values: invoiceValues(order) }]
          : [],
    },
  ),
  'invoice.dropped': event({}, { apply: withoutAlarm, words: () => ({ what: '不必開立發票' }) }),
  'invoice.voided': event(
    { amount },
    {
      apply: withoutAlarm,
      words: (data) => ({ what: '作廢發票', why: formatPrice(data.amount) }),
      mail: undoneMails('作廢發票'),
    },
  ),
  'invoice.allowed': event(
    { amount, allowance: z.string() },
    {
      apply: withoutPaperAlarm,
      words: ({ amount, allowance }) => ({
        what: '開立折讓單',
        why: `${formatPrice(amount)} ${allowance}`.trim(),
      }),
      mail: undoneMails('開立折讓單'),
    },
  ),
  'invoice.found-void': event(
    {},
    { apply: withoutAlarm, words: () => ({ what: '發票在綠界已經作廢' }) },
  ),
  'invoice.alarmed': event(
    { alarm, words: z.string() },
    {
      apply: (order, { data }) => ({ ...order, invoiceAlarm: data.alarm }),
      words: ({ alarm, words }) => ({
        what: '發票要處理',
        why: words || INVOICE_ALARM_WORDS[alarm],
      }),
      mail({ data: { alarm, words } }, { numbered }) {
        const values = { invoice_news: INVOICE_ALARM_WORDS[alarm], invoice_words: words }
        return [{ event: numbered('invoice-alarm'), kind: 'owner-invoice', values }]
      },
    },
  ),
  'invoice.settled': event(
    { alarm },
    {
      apply: withoutPaperAlarm,
      words: ({ alarm }) => ({ what: '店主處理了發票的提醒', why: INVOICE_ALARM_WORDS[alarm] }),
    },
  ),
}

function withoutAlarm(order: Order): Order {
  return { ...order, invoiceAlarm: null }
}

// Two invoices of one sale stay told while there are two (rule 1100).
function withoutPaperAlarm(order: Order): Order {
  const isTwo = order.invoicing?.state === 'issued' && ownNumber(order) !== undefined
  return { ...order, invoiceAlarm: isTwo ? 'two-invoices' : null }
}

function invoiceValues({ invoicing }: Order) {
  const { number = '', random = '', issuedAt } = invoicing ?? {}
  return {
    invoice_number: number,
    invoice_random: random,
    invoice_date: issuedAt === undefined ? '' : formatDay(new Date(issuedAt)),
  }
}

function undoneMails(how: string) {
  return (
    { data }: Happened<{ readonly amount: number }>,
    { order, numbered }: MailContext,
  ): Notification[] => {
    const undone = { undone_amount: formatPrice(data.amount), undone_how: how }
    const values = { ...invoiceValues(order), ...undone }
    return [{ event: numbered('invoice-undone'), kind: 'invoice-undone', values }]
  }
}
