import type { MailDraft } from '../../mail/mail.ts'
import { formatPrice } from '../../price/price.ts'
import { formatDay, taipeiDay } from '../../time/taipei-time.ts'
import type { Order } from '../order.ts'
import {
  type InvoiceAlarm,
  type Invoicing,
  type Paper,
  remainingOf,
  voidableUntil,
  refundPaper,
  paperedAmount,
  refundedAmount,
  type InvoicePeriod,
  isNextPeriodDue,
  nextPeriod,
  periodOf,
  ownNumber,
} from './invoicing.ts'
import type { InvoiceRecord, NumberRange } from './issuer.ts'

/** Advice to the owner for each invoice alarm. */
export const INVOICE_ALARM_WORDS: Readonly<Record<InvoiceAlarm, string>> = {
  refused: '綠界沒有開立發票，請看原因，處理後按「再試一次」，或自己開立並記下號碼',
  'no-numbers': '字軌用完了，請到綠界後台設定；設定好會自動補開',
  keys: '綠界不接受發票的金鑰，請檢查設定；改好會自動補開',
  late: '付款後一天還沒有開立發票，商店會繼續試',
  unclear: '發票剩餘的金額和綠界的紀錄對不上，請到綠界後台查看，處理後按「再試一次」',
  'other-amount':
    '綠界這張發票的金額和訂單不同。請到綠界後台作廢它，按「再試一次」，再自己補開一張並記下號碼',
  'two-invoices':
    '這筆訂單有兩張發票：您記下的和綠界開立的，請作廢其中一張。留下綠界的那張時，請把它的號碼記到訂單上',
  'void-elsewhere': '這張發票在綠界已經作廢，但款項沒有全部退回。請自己補開一張，並記下號碼',
  'not-replaced':
    '原來的發票沒有作廢，所以沒有照更正的資料重開，原發票照舊。請看原因並和會計師確認，再按「再試一次」結束這個提醒',
  'paper-refused': '綠界沒有作廢發票或開立折讓，請看原因，處理後按「再試一次」',
  'too-much-paper': '作廢或折讓的金額比退款多，請到綠界後台作廢多開的折讓，再按「再試一次」',
}

export const INVOICE_STATE_WORDS: Readonly<Record<Invoicing['state'], string>> = {
  wished: '等待開立',
  sending: '正在開立',
  issued: '已開立',
  void: '已作廢',
  dropped: '不必開立',
  failed: '沒有開立',
}

/** Returns the label of a void or an allowance. */
export function paperText({ kind, amount, state, allowance = '', isElsewhere }: Paper): string {
  const what = kind === 'void' ? '作廢' : `折讓 ${formatPrice(amount)} ${allowance}`.trim()
  if (state !== 'done') return `${what}（處理中）`
  return isElsewhere ? `${what}（在綠界後台）` : what
}

const UNDONE = { nothing: '', void: '作廢發票', allowance: '開立折讓單' } as const

/**
 * Says what a full or partial refund does to an order's invoice; empty without automatic invoices.
 */
export function refundPaperText(order: Order, left: number, now = new Date()): string {
  const { invoicing } = order
  if (!invoicing || invoicing.state === 'failed') return ''
  if (invoicing.state === 'wished' || invoicing.state === 'sending') {
    return '發票還沒有開立：全部退款就不會開立；退一部分會在開立後自動開立折讓單。'
  }
  const { issuedAt, number = '' } = invoicing
  if (invoicing.state !== 'issued' || issuedAt === undefined) return ''
  const known = {
    issuedAt,
    amount: invoicing.amount,
    remaining: remainingOf(invoicing),
    isVoid: false,
  }
  const whole = refundPaper(known, left, now)
  const day = new Date(voidableUntil(new Date(issuedAt)).getTime() - 1)
  const until = whole === 'void' ? `（${formatDay(day)}前）` : ''
  return `全部退款會${UNDONE[whole]} ${number}${until}；退一部分會開立折讓單。商店會自動處理。`
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

/** Mismatch between an order's money and its invoice, or between the shop and the issuer. */
export type InvoiceFinding =
  | 'invoice-missing'
  | 'invoice-differs'
  | 'invoice-not-at-issuer'
  | 'invoice-not-recorded'
  | 'invoice-differs-at-issuer'
  | 'invoice-without-order'
  | 'invoice-by-hand'
  | 'invoice-not-read'
  | 'invoices-not-listed'

const DAY = 24 * 60 * 60 * 1000

/**
 * Returns the mismatch: no invoice a day after payment, or allowances that differ from refunds.
 * Undefined while pending.
 */
export function invoiceFinding(order: Order, now: Date): InvoiceFinding | undefined {
  const { invoicing, paidAt } = order
  if (!invoicing || invoicing.state === 'dropped') return undefined
  const isIssued = invoicing.state === 'issued' || invoicing.state === 'void'
  const isLate = paidAt !== undefined && now.getTime() - Date.parse(paidAt) > DAY
  if (!isIssued) return isLate ? 'invoice-missing' : undefined
  const isUnderWay = invoicing.papers.some(({ state }) => state === 'sending')
  const isEven = refundedAmount(order) === paperedAmount(invoicing)
  // The owner has issued another one in place of a void one.
  const isReplaced = invoicing.state === 'void' && ownNumber(order) !== undefined
  return isEven || isUnderWay || isReplaced ? undefined : 'invoice-differs'
}

function differs(invoicing: Invoicing, { number, remaining, isVoid }: InvoiceRecord): boolean {
  const isOther = invoicing.number !== number || (invoicing.state === 'void') !== isVoid
  return isOther || (!isVoid && remaining !== remainingOf(invoicing))
}

/** Returns how the issuer's record of an order's invoice disagrees with the shop's; undefined while pending. */
export function issuerFinding(
  { invoicing }: Pick<Order, 'invoicing'>,
  found: InvoiceRecord | undefined,
): InvoiceFinding | undefined {
  switch (invoicing?.state) {
    case undefined:
    case 'sending':
      return undefined
    case 'wished':
    case 'failed':
    case 'dropped':
      return found && !found.isVoid ? 'invoice-not-recorded' : undefined
    case 'issued':
    case 'void': {
      if (!found) return 'invoice-not-at-issuer'
      const isUnderWay = invoicing.papers.some(({ state }) => state === 'sending')
      return !isUnderWay && differs(invoicing, found) ? 'invoice-differs-at-issuer' : undefined
    }
  }
}

/** Warnings about the invoice numbers. */
export type RangeNotice = 'none-left' | 'few-left' | 'next-missing'

/** Fewer numbers than these are few: a good day of the shop uses them. */
const FEW = 30

function enabledIn(ranges: readonly NumberRange[], { year, term }: InvoicePeriod) {
  return ranges.filter((range) => range.year === year && range.term === term && range.isEnabled)
}

/** Counts the invoice numbers left in the period. */
export function numbersLeft(ranges: readonly NumberRange[], now: Date): number {
  return enabledIn(ranges, periodOf(now)).reduce((sum, { left }) => sum + left, 0)
}

/** Returns the warning: none or few numbers are left, or the next period's are not enabled by the 20th. */
export function rangeNotices(ranges: readonly NumberRange[], now: Date): readonly RangeNotice[] {
  const left = numbersLeft(ranges, now)
  const isMissing =
    isNextPeriodDue(now) && enabledIn(ranges, nextPeriod(periodOf(now))).length === 0
  return [
    ...(left === 0 ? ['none-left' as const] : []),
    ...(left > 0 && left < FEW ? ['few-left' as const] : []),
    ...(isMissing ? ['next-missing' as const] : []),
  ]
}

/**
 * Stored state of the invoice numbers: time of the query (ISO 8601), numbers left, and the notice.
 */
export type NumberState = {
  readonly askedAt: string
  readonly left: number
  readonly notices: readonly RangeNotice[]
}

/** The owner's text for each notice. */
export const NUMBER_WORDS: Readonly<Record<RangeNotice, string>> = {
  'none-left': '發票字軌用完了，或這一期還沒有啟用',
  'few-left': '發票字軌快用完了',
  'next-missing': '下一期的發票字軌還沒有啟用',
}

const EVERY = 6 * 60 * 60 * 1000

/** True if the invoice numbers are due for a query: four times a day. */
export function areNumbersDue(state: NumberState | undefined, now: Date): boolean {
  return state === undefined || now.getTime() - Date.parse(state.askedAt) >= EVERY
}

/** Returns the state to store for these ranges. */
export function numberState(ranges: readonly NumberRange[], now: Date): NumberState {
  const left = numbersLeft(ranges, now)
  return { askedAt: now.toISOString(), left, notices: rangeNotices(ranges, now) }
}

/** The mails that tell the owner of the numbers: each notice once a period, and that none is left once a day. */
export function numberMails({ left, notices }: NumberState, now: Date): readonly MailDraft[] {
  const { year, term } = periodOf(now)
  return notices.map((notice) => {
    const since = notice === 'none-left' ? taipeiDay(now) : `${year}-${term}`
    const event = `invoice-numbers-${notice}-${since}`
    const values = { numbers_news: NUMBER_WORDS[notice], numbers_left: String(left) }
    return { id: event, event, kind: 'owner-invoice-numbers', values }
  })
}
