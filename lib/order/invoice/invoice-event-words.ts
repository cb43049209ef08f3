import type { EventData } from '../events.ts'
import { formatPrice } from '../../price/price.ts'
import { INVOICE_ALARM_WORDS } from './invoice-words.ts'

/** The words of what happened to an order's invoice. */
export const INVOICE_EVENT_WORDS = {
  'invoice.issued': ({ invoiceNumber, random }: EventData['invoice.issued']) => ({
    what: '開立電子發票',
    why: `${invoiceNumber}，隨機碼 ${random}`,
  }),
  'invoice.dropped': () => ({ what: '不必開立發票' }),
  'invoice.voided': ({ amount }: EventData['invoice.voided']) => ({
    what: '作廢發票',
    why: formatPrice(amount),
  }),
  'invoice.allowed': ({ amount, allowance }: EventData['invoice.allowed']) => ({
    what: '開立折讓單',
    why: `${formatPrice(amount)} ${allowance}`.trim(),
  }),
  'invoice.found-void': () => ({ what: '發票在綠界已經作廢' }),
  'invoice.alarmed': ({ alarm, words }: EventData['invoice.alarmed']) => ({
    what: '發票要處理',
    why: words || INVOICE_ALARM_WORDS[alarm],
  }),
  'invoice.settled': ({ alarm }: EventData['invoice.settled']) => ({
    what: '店主處理了發票的提醒',
    why: INVOICE_ALARM_WORDS[alarm],
  }),
}
