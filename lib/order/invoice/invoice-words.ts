import type { Invoice } from '../invoice.ts'
import { fail, ok, type Result } from '../../result.ts'
import { type ChangeContext, newEvent } from '../events.ts'
import type { Order, OrderChange } from '../order.ts'
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
} from './invoicing.ts'
import { formatPrice } from '../../price/price.ts'
import { formatDay, taipeiDay } from '../../time/taipei-time.ts'
import type { MailDraft } from '../../mail/mail.ts'

/** A line of an invoice or an allowance; `price` for one piece, whole TWD with tax. */
export type InvoiceLine = {
  readonly name: string
  readonly count: number
  readonly price: number
}

/** An invoice to be issued; the lines add up to `total`, whole TWD with tax. */
export type InvoiceToIssue = {
  /** The key: an issuer issues one invoice for it, ever. */
  readonly relateNumber: string
  readonly target: Invoice
  /** The buyer's; one of the two at least. */
  readonly email: string
  readonly phone: string
  /** What a printed invoice names; never empty. */
  readonly name: string
  readonly address: string
  readonly lines: readonly InvoiceLine[]
  readonly total: number
}

/** Number, random code and time of issue (ISO 8601, UTC) of an invoice. */
export type IssuedInvoice = {
  readonly number: string
  readonly random: string
  readonly issuedAt: string
}

/**
 * An invoice as the issuer stores it; `remaining` is the amount without allowances, in whole TWD.
 */
/** An invoice as the issuer has it; of its buyer what the issuer tells. */
export type InvoiceRecord = IssuedInvoice & {
  readonly amount: number
  readonly buyer?: { readonly taxId?: string; readonly email?: string; readonly phone?: string }
  readonly remaining: number
  readonly isVoid: boolean
}

/** An invoice in the issuer's list of a day; `key` is the shop's own where the shop issued it. */
export type ListedInvoice = {
  readonly key: string
  readonly number: string
  readonly amount: number
  readonly isVoid: boolean
}

/** An allowance (折讓) to be made on an invoice; the lines add up to `amount`, whole TWD with tax. */
export type AllowanceToMake = {
  readonly invoice: IssuedInvoice
  readonly amount: number
  readonly lines: readonly InvoiceLine[]
  /** The address to which the issuer writes; empty for none. */
  readonly email: string
}

/** Result of checking a code; treat `unchecked` (no answer in time) as valid. */
export type CodeCheck = 'exists' | 'missing' | 'unchecked'

/** A range of invoice numbers of two months; `term` 1 is January and February. */
export type NumberRange = {
  readonly year: number
  readonly term: number
  readonly left: number
  readonly isEnabled: boolean
}

/**
 * Why an issuer failed. After `unknown`, call `find` before a retry; `refused` carries the issuer's
 * message.
 */
export type InvoiceProblemKind =
  | 'unknown'
  | 'duplicate'
  | 'missing'
  | 'already-void'
  | 'has-allowance'
  | 'no-numbers'
  | 'keys'
  | 'not-set'
  | 'refused'

/** A call to an issuer that did not succeed. `words` are the issuer's, or ours where there is no answer. */
export class InvoiceProblem extends Error {
  override readonly name = 'InvoiceProblem'
  readonly kind: InvoiceProblemKind
  readonly words: string

  constructor(what: string, kind: InvoiceProblemKind, words: string) {
    super(`Invoice call "${what}" failed: ${kind} ${words}`)
    this.kind = kind
    this.words = words
  }
}

/** A service that issues electronic invoices. Every call but the checks throws InvoiceProblem. */
export type InvoiceIssuer = {
  /** Issues an invoice once; `duplicate` when its key was used before. */
  readonly issue: (invoice: InvoiceToIssue) => Promise<IssuedInvoice>
  /** Finds an invoice by key; undefined when none was issued. */
  readonly find: (relateNumber: string) => Promise<InvoiceRecord | undefined>
  /** Every invoice issued on a day (YYYY-MM-DD in Taipei), by whomever at this account. */
  readonly issuedOn: (day: string) => Promise<readonly ListedInvoice[]>
  /** Voids a whole invoice (作廢), which is possible until `voidableUntil`. `reason` is cut to 20 characters. */
  readonly voidInvoice: (invoice: IssuedInvoice, reason: string) => Promise<void>
  /** Makes an allowance; returns its number. It has no key: after `unknown` compare what remains before a repeat. */
  readonly allow: (allowance: AllowanceToMake) => Promise<string>
  readonly voidAllowance: (
    invoice: IssuedInvoice,
    allowance: string,
    reason: string,
  ) => Promise<void>
  /** Whether a mobile barcode exists; never throws. */
  readonly checkCarrier: (barcode: string) => Promise<CodeCheck>
  /** Whether a donation code exists; never throws. */
  readonly checkDonation: (code: string) => Promise<CodeCheck>
  /**
   * Returns a company's name, or undefined if unknown, which does not make the id invalid. Never
   * throws.
   */
  readonly findCompany: (taxId: string) => Promise<string | undefined>
  /** The number ranges of the year of a time and of the year after it. */
  readonly numberRanges: (now: Date) => Promise<readonly NumberRange[]>
}

/** The invoice number that the owner wrote down, unless it is the issuer's own. */
export function ownNumber({
  invoiceNumber,
  invoicing,
}: Pick<Order, 'invoiceNumber' | 'invoicing'>): string | undefined {
  return invoiceNumber === invoicing?.number ? undefined : invoiceNumber
}

/**
 * The change that writes down the owner's own number; it ends what waits for it. Fails beside an
 * invoice that the issuer has, unless it is that one's number.
 */
export function recordOwnNumber(
  order: Order,
  invoiceNumber: string,
  context: ChangeContext,
): Result<OrderChange | undefined, 'invoice-issued'> {
  const { invoicing, invoiceAlarm } = order
  if (order.invoiceNumber === invoiceNumber) return ok(undefined)
  const recorded = newEvent('invoice.recorded', { invoiceNumber }, context)
  switch (invoicing?.state) {
    case 'wished':
    case 'sending':
    case 'failed': {
      const mayStand = invoicing.state === 'sending' || invoicing.unanswered === true
      // The wish is dropped after a look for an invoice that may have been issued.
      const dropped = mayStand ? [] : [newEvent('invoice.dropped', {}, context)]
      return ok({ events: [recorded, ...dropped] })
    }
    case 'issued':
    case 'void': {
      const isOther = invoicing.state === 'issued' && invoicing.number !== invoiceNumber
      if (isOther) return fail('invoice-issued')
      const settled = invoiceAlarm
        ? [newEvent('invoice.settled', { alarm: invoiceAlarm }, context)]
        : []
      return ok({ events: [recorded, ...settled] })
    }
    case undefined:
    case 'dropped':
      return ok({ events: [recorded] })
  }
}

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
