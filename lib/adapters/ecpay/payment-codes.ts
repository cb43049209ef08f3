import 'server-only'

import { createHash } from 'node:crypto'

import { z } from 'zod'

import { log } from '#lib/log/log.ts'
import { CODE_METHODS } from '#lib/payment/methods.ts'
import type { PaymentCode } from '#lib/payment/payment.ts'
import {
  type CreatedOrder,
  type OrderToPay,
  type ProviderMessage,
  type ProviderOrder,
  ProviderProblem,
  type Question,
} from '#lib/payment/provider.ts'
import { orderPath } from '#lib/routes/paths.ts'
import { settings } from '#lib/settings/env.ts'
import {
  account,
  ecpayCodeNumber,
  OPEN,
  pageOf,
  PAID,
  problem,
  signedCall,
  textOrNumber as text,
  tradeFields,
  tradeOrder,
  unsealed,
} from './cashier.ts'
import { ecpayNumber, fromEcpayTime, type PaymentAccount, paymentAccount } from './client.ts'

// ECPay's numbers for a transfer or a store (非信用卡幕後取號): one call makes the number, which the shop shows. The query
// alone says whether it was paid; a push is a hint.

/** Milliseconds for the number, which the buyer waits for, and for the other calls. */
const WITHIN = { create: 20_000, ask: 7_000 } as const

const PATHS = {
  create: '/1.0.0/Cashier/GenPaymentCode',
  /** Tells a number again, until it was paid. */
  issued: '/1.0.0/Cashier/QueryPaymentInfo',
  query: '/1.0.0/Cashier/QueryTrade',
} as const

/** ECPay knows no such number, or not at this account. */
const UNKNOWN = 10_000_185

const answerSchema = z.object({
  RtnCode: z.number(),
  OrderInfo: z
    .object({
      MerchantTradeNo: text.default(''),
      TradeNo: text.default(''),
      TradeAmt: text.default(''),
      TradeDate: text.default(''),
      PaymentDate: text.nullish(),
      TradeStatus: text.default('0'),
    })
    .nullish(),
  ATMInfo: z
    .object({ BankCode: text.nullish(), vAccount: text.nullish(), ExpireDate: text.nullish() })
    .nullish(),
  CVSInfo: z
    .object({ PaymentNo: text.nullish(), ExpireDate: text.nullish(), PaymentURL: text.nullish() })
    .nullish(),
  CustomField: text.nullish(),
  SimulatePaid: text.nullish(),
})
type CodeAnswer = z.infer<typeof answerSchema>

const ask = (at: PaymentAccount, path: string, MerchantTradeNo: string, question?: Question) => {
  const call = { data: { MerchantTradeNo }, schema: answerSchema, within: WITHIN.ask }
  return signedCall(at, path, call, question)
}

/**
 * Makes the number that the buyer pays. ECPay makes one for each of the shop's numbers: a repeat, or a call whose answer
 * was lost, is told the same one. Throws ProviderProblem.
 */
export async function createEcpayNumber(order: OrderToPay): Promise<CreatedOrder> {
  const at = account('GenPaymentCode')
  const id = ecpayNumber(at, ecpayCodeNumber(order.orderNumber, order.attempt))
  // For how long ECPay takes the number: a transfer in days, a store in minutes.
  const { days, minutes } = CODE_METHODS[order.method] ?? {}
  const choice =
    days === undefined
      ? { ChoosePayment: 'CVS', CVSInfo: { ExpireDate: minutes, CVSCode: 'CVS' } }
      : { ChoosePayment: 'ATM', ATMInfo: { ExpireDate: days, ATMBankCode: '' } }
  const made = await signedCall(at, PATHS.create, {
    data: {
      ...choice,
      OrderInfo: {
        ...tradeFields(order, id, new Date()),
        TotalAmount: order.totalAmount,
        ReturnURL: `${at.site}/api/ecpay/code-paid`,
      },
      CustomField: order.id,
    },
    schema: answerSchema,
    within: WITHIN.create,
  })
  // The buyer needs no other page; this one tells at which host the number was made.
  const approveAt = pageOf(at, `${at.site}${orderPath(order.id)}`, id)
  if (made.RtnCode !== 1) return { id, approveAt, ...(await issuedBefore(at, id, made.RtnCode)) }
  const shown = shownIn(made)
  if (!shown) throw problem('GenPaymentCode', 'MALFORMED', 200)
  return { id, approveAt, ...shown }
}

// The number of a call before, for the shop's number was used; without one a trade that was paid meanwhile.
async function issuedBefore(at: PaymentAccount, id: string, code: number) {
  const again = await ask(at, PATHS.issued, id)
  if (again.RtnCode === 1) return shownIn(again)
  if (await findEcpayNumber(id, undefined, at)) return undefined
  const refusal = { kind: 'refused', status: 200, issue: `ECPAY_${code}` } as const
  throw new ProviderProblem('GenPaymentCode', refusal)
}

// The number in an answer, and until when it can be paid: an account to the end of its day in Taipei.
function shownIn({ ATMInfo, CVSInfo }: CodeAnswer) {
  const { BankCode: bank, vAccount, ExpireDate: day } = ATMInfo ?? {}
  if (bank && vAccount && day) {
    const expiresAt = fromEcpayTime(`${day} 23:59:59`)
    return expiresAt ? { shown: { bank, number: vAccount }, expiresAt } : undefined
  }
  const { PaymentNo: number, ExpireDate: time, PaymentURL: url } = CVSInfo ?? {}
  const expiresAt = fromEcpayTime(time ?? '')
  if (!number || !expiresAt) return undefined
  const page = url && URL.parse(url)?.protocol === 'https:' ? { page: url } : {}
  return { shown: { number, ...page } satisfies PaymentCode, expiresAt }
}

/** Asks ECPay whether a number was paid, or undefined if it knows none. Throws ProviderProblem. */
export async function findEcpayNumber(
  reference: string,
  question?: Question,
  at = account('QueryTrade'),
): Promise<ProviderOrder | undefined> {
  const {
    RtnCode: code,
    OrderInfo: trade,
    CustomField: custom,
  } = await ask(at, PATHS.query, reference, question)
  if (code === UNKNOWN) return undefined
  if (code !== 1) throw problem('QueryTrade', `ECPAY_${code}`, 200)
  // An answer about another number says nothing about this one.
  if (trade?.MerchantTradeNo !== reference) throw problem('QueryTrade', 'OTHER_NUMBER', 200)
  const { TradeStatus: status } = trade
  if (status !== '1' && status !== '0')
    log('ecpay-trade-status', { payment: reference, status }, 'WARNING')
  return tradeOrder(at, trade, { ...(status === '1' ? PAID : OPEN), custom })
}

/** A number that no order has: with the right keys ECPay answers, sealed, that it knows none. */
const NO_NUMBER = 'OT0000000000A00'

/** Whether ECPay lets the shop ask for numbers by this account; makes none. Throws ProviderProblem. */
export async function probeEcpayNumbers(at: PaymentAccount): Promise<void> {
  await findEcpayNumber(NO_NUMBER, undefined, at)
}

/** Reads a push: a hint where to ask, genuine as only the shop's keys seal it. */
export async function readEcpayCodeMessage(
  _headers: Headers,
  body: Uint8Array<ArrayBuffer>,
): Promise<ProviderMessage> {
  const at = paymentAccount(settings())
  if (!at) return 'no-account'
  const sealed = new TextDecoder().decode(body)
  const told = unsealed(sealed, at, answerSchema)
  if (!told) return 'forged'
  const { RtnCode: code, OrderInfo: trade, CustomField, SimulatePaid } = told
  if (!trade?.MerchantTradeNo) return 'malformed'
  return {
    provider: 'ecpay-code',
    id: `ecpay-code-${createHash('sha256').update(sealed).digest('hex').slice(0, 24)}`,
    type: `number ${code}`,
    reference: trade.MerchantTradeNo,
    orderDocument: CustomField || undefined,
    // The console's button says "paid" without a payment, and names the trade's own state beside it.
    isPaidNotice: code === 1 && SimulatePaid !== '1' && trade.TradeStatus === '1',
  }
}
