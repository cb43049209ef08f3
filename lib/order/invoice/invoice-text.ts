import type { Order } from '../order.ts'
import { formatPrice } from '../../price/price.ts'
import { formatDay } from '../../time/taipei-time.ts'
import { type Invoicing, type Paper, remainingOf } from './invoicing.ts'
import { ownNumber } from './own-number.ts'
import { voidableUntil } from './period.ts'
import { refundPaper } from './refund-paper.ts'

/** Labels of an invoice's states. */
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
  const { number, random, issuedAt, state } = order.invoicing ?? {}
  if (number === undefined || issuedAt === undefined) return ''
  const day = formatDay(new Date(issuedAt))
  return `${number}（隨機碼 ${random ?? ''}，${day}${state === 'void' ? '，已作廢' : ''}）`
}
