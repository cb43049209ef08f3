import { z } from 'zod'

import { PAYMENT } from './accounts.ts'
import { clock, type Ecpay, stateOf, taipei } from './context.ts'
import type { Operation } from './faults.ts'
import { type InvoiceHandle, InvoiceRefusal } from './invoices.ts'
import { type FormHandle, plain } from './logistics.ts'
import type { CardPayment } from './records.ts'
import { macOf } from './signing.ts'

const HOUR = 3_600_000

/** The day's charges are closed at this time in Taipei; nothing is undone until it is over. */
const CLOSE = { from: '20:15', until: '20:30' } as const

// The first close after a payment.
function closeAfter(time: Date): number {
  const close = Date.parse(`${taipei(time).slice(0, 10)}T${CLOSE.from}:00+08:00`)
  return close > time.getTime() ? close : close + 24 * HOUR
}

/** How ECPay has a charge, in its own words: closed in the evening, and captured half a day later. */
export function chargeState(ecpay: Ecpay, card: CardPayment): string {
  const { outcome, endedAt, undone, closeAs } = card
  if (outcome !== 'ok' || endedAt === null) return 'Unauthorized'
  if (undone === 'given-up') return 'Canceled'
  if (undone === 'taken-out') return 'Operation canceled'
  if (closeAs !== null) return closeAs
  const since = clock(ecpay).getTime() - closeAfter(new Date(endedAt))
  if (since < 0) return 'Authorized'
  return since < 12 * HOUR ? 'To be captured' : 'Captured'
}

const stamp = (time: string) => taipei(new Date(time)).replaceAll('-', '/')

const refunded = ({ refunds }: CardPayment) => refunds.reduce((sum, { amount }) => sum + amount, 0)

const closedStates = new Set(['To be captured', 'Captured', 'Operation canceled'])

// Only a charge that was closed has rows; what went back stands below zero.
function rowsOf(status: string, card: CardPayment): object {
  const { amount, endedAt, refunds, postedAt } = card
  if (!closedStates.has(status)) return {}
  const row = (value: number, at: string) => ({
    Status: status,
    Amount: String(value),
    DateTime: stamp(at),
  })
  return [
    row(amount, endedAt ?? postedAt),
    ...refunds.map((refund) => row(-refund.amount, refund.at)),
  ]
}

const UNKNOWN = 10_000_185

const detail: InvoiceHandle = (ecpay, { MerchantTradeNo }) => {
  const card = ecpay.store.cards.get(String(MerchantTradeNo))
  if (!card || card.outcome !== 'ok') throw new InvoiceRefusal(UNKNOWN, '查無資料')
  const status = chargeState(ecpay, card)
  const closed = status === 'Captured' ? card.amount - refunded(card) : 0
  return {
    // Success has no code.
    RtnCode: undefined,
    RtnMsg: '',
    RtnValue: {
      TradeID: Number(card.tradeNo.slice(-8)),
      Amount: card.amount,
      ClsAmt: closed,
      AuthTime: stamp(card.endedAt ?? card.postedAt),
      Status: status,
    },
    CloseData: rowsOf(status, card),
  }
}

/** The calls about charges of cards, by their path below /1.0.0/CreditDetail/. */
export const cardRoutes: Readonly<Record<string, readonly [Operation, InvoiceHandle]>> = {
  QueryTrade: ['card-state', detail],
}

const formSchema = z.object({
  MerchantTradeNo: z.string(),
  TradeNo: z.string(),
  Action: z.enum(['C', 'R', 'E', 'N']),
  TotalAmount: z.string().regex(/^[1-9]\d*$/),
})
type Wanted = z.infer<typeof formSchema>

// A word where it is refused, or the change.
function undo(ecpay: Ecpay, card: CardPayment, { Action, TotalAmount }: Wanted) {
  const status = chargeState(ecpay, card)
  const amount = Number(TotalAmount)
  const isWhole = amount === card.amount
  switch (Action) {
    case 'N':
      if (!isWhole || !['Authorized', 'Operation canceled'].includes(status)) return 'error_N'
      return { undone: 'given-up' } as const
    case 'E':
      if (!isWhole || !['To be captured', 'Operation canceled'].includes(status)) return 'error_E'
      return { undone: 'taken-out' } as const
    case 'R': {
      const isClosed = status === 'To be captured' || status === 'Captured'
      if (!isClosed || amount > card.amount - refunded(card)) return 'error_amount_R'
      if (amount > stateOf(ecpay).balance) return 'error_balance'
      return { refunds: [...card.refunds, { amount, at: clock(ecpay).toISOString() }] }
    }
    case 'C':
      return 'error_C'
  }
}

/** Undoes a charge, or a part of it. As at ECPay the answer has no signature. */
export const actOnCard: FormHandle = (ecpay, form) => {
  const isGenuine =
    form['MerchantID'] === PAYMENT.merchantId &&
    form['CheckMacValue'] === macOf(form, PAYMENT, 'sha256')
  if (!isGenuine) return plain('RtnCode=10200073&RtnMsg=CheckMacValue Error')
  const parsed = formSchema.safeParse(form)
  if (!parsed.success) return plain('RtnCode=10200052&RtnMsg=Parameter Error')
  const { MerchantTradeNo: id, TradeNo: tradeNo } = parsed.data
  const say = (code: string, message: string) =>
    plain(
      `MerchantID=${PAYMENT.merchantId}&MerchantTradeNo=${id}&TradeNo=${tradeNo}&RtnCode=${code}&RtnMsg=${message}`,
    )
  const card = ecpay.store.cards.get(id)
  if (card?.tradeNo !== tradeNo) return say('10200027', 'TradeNo Error')
  const time = taipei(clock(ecpay)).slice(11, 16)
  if (time >= CLOSE.from && time < CLOSE.until) return say('10200105', 'error_close')
  const change = undo(ecpay, card, parsed.data)
  if (typeof change === 'string') return say('10200110', change)
  ecpay.store.cards.put({ ...card, ...change })
  return say('1', '')
}
