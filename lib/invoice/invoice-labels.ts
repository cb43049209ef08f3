import type { Order } from '#lib/order/order.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { formatDay } from '#lib/time/taipei-time.ts'
import type { InvoiceAlarm, Invoicing, InvoiceDocument } from './invoice-schema.ts'
import { refundDocument, remainingOf } from './invoice-state.ts'
import { ownNumber } from './own-number.ts'
import { voidableUntil } from './tax-period.ts'

/** Advice to the owner for each invoice alarm. */
export const INVOICE_ALARM_LABELS: Readonly<Record<InvoiceAlarm, string>> = {
  refused: '綠界未開立發票，請查看原因，處理後按「再試一次」，或自行開立並登記號碼',
  'no-numbers': '字軌已用完，請到綠界後台設定；設定後會自動補開',
  keys: '綠界不接受發票的金鑰，請檢查設定；修正後會自動補開',
  late: '付款後一天尚未開立發票，系統會繼續嘗試',
  unclear: '發票剩餘的金額與綠界的紀錄不符，請到綠界後台查看，處理後按「再試一次」',
  'other-amount':
    '綠界這張發票的金額與訂單不符。請到綠界後台作廢，按「再試一次」，再自行補開一張並登記號碼',
  'two-invoices':
    '這筆訂單有兩張發票：您登記的和綠界開立的，請作廢其中一張。若保留綠界的那張，請將號碼登記到訂單',
  'void-elsewhere': '這張發票在綠界已作廢，但款項未全部退回。請自行補開一張，並登記號碼',
  'not-replaced':
    '原發票未作廢，因此未依更正的資料重開，原發票照舊。請查看原因並與會計師確認，再按「再試一次」結束這個提醒',
  'document-refused': '綠界未作廢發票或開立折讓，請查看原因，處理後按「再試一次」',
  'too-much-documented': '作廢或折讓的金額比退款多，請到綠界後台作廢多開的折讓，再按「再試一次」',
}

export const INVOICE_STATE_LABELS: Readonly<Record<Invoicing['state'], string>> = {
  wished: '等待開立',
  sending: '正在開立',
  issued: '已開立',
  void: '已作廢',
  dropped: '無須開立',
  failed: '沒有開立',
}

/** Returns the label of a void or an allowance. */
export function documentText({
  kind,
  amount,
  state,
  allowance = '',
  isElsewhere,
}: InvoiceDocument): string {
  const what = kind === 'void' ? '作廢' : `折讓 ${formatPrice(amount)} ${allowance}`.trim()
  if (state !== 'done') return `${what}（處理中）`
  return isElsewhere ? `${what}（在綠界後台）` : what
}

// What a refund of all does to an invoice, by its number.
const UNDONE = {
  nothing: () => '',
  void: (number: string) => `作廢發票 ${number}`,
  allowance: (number: string) => `為發票 ${number} 開立折讓單`,
} as const

/**
 * Says what a full or partial refund does to an order's invoice; empty without automatic invoices.
 */
export function refundDocumentText(order: Order, left: number, now = new Date()): string {
  const { invoicing } = order
  if (!invoicing || invoicing.state === 'failed') return ''
  if (invoicing.state === 'wished' || invoicing.state === 'sending') {
    return '發票尚未開立：全額退款則不開立；部分退款會在開立後自動開立折讓單。'
  }
  const { issuedAt, number = '' } = invoicing
  if (invoicing.state !== 'issued' || issuedAt === undefined) return ''
  const known = {
    issuedAt,
    amount: invoicing.amount,
    remaining: remainingOf(invoicing),
    isVoid: false,
  }
  const whole = refundDocument(known, left, now)
  const day = new Date(voidableUntil(new Date(issuedAt)).getTime() - 1)
  const until = whole === 'void' ? `（${formatDay(day)}前）` : ''
  return `全部退款會${UNDONE[whole](number)}${until}；部分退款會開立折讓單。系統會自動處理。`
}

/**
 * An order's invoice as its buyer keeps it: number, random code and day, or the number that the owner
 * wrote down; empty while there is none.
 */
export function buyerInvoiceText(order: Pick<Order, 'invoicing' | 'invoiceNumber'>): string {
  const own = ownNumber(order)
  if (own !== undefined) return own
  const { number = '', random = '', issuedAt, state } = order.invoicing ?? {}
  if (issuedAt === undefined) return ''
  const day = formatDay(new Date(issuedAt))
  return `${number}（隨機碼 ${random}，${day}${state === 'void' ? '，已作廢' : ''}）`
}
