import 'server-only'

import { createHash } from 'node:crypto'
import { z } from 'zod'

import { BRAND } from '../../company/company.ts'
import { log } from '../../log/log.ts'
import { NUMBERED } from '../../order/payment/methods.ts'
import type { ShownNumber } from '../../order/payment/payment.ts'
import {
  type CreatedOrder,
  type OrderToPay,
  type ProviderMessage,
  type ProviderOrder,
  ProviderProblem,
} from '../../order/payment/provider.ts'
import { orderPath } from '../../routes/paths.ts'
import { settings } from '../../settings/env.ts'
import {
  decryptData,
  ecpayNumber,
  encryptData,
  fromEcpayTime,
  ownEcpayNumber,
  type PaymentAccount,
  paymentAccount,
  toEcpayTime,
} from './account.ts'
import { account, callInTurn, ecpayCodeNumber, pageOf, problem, wholeTwd } from './cashier.ts'

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

const envelopeSchema = z.object({ TransCode: z.number(), Data: z.string() })
// ECPay writes amounts and states as text in some answers, and as numbers in others.
export const textOrNumber = z.union([z.string(), z.number()]).transform(String)
const text = textOrNumber
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

function unsealed<Answer>(
  sealed: string,
  at: PaymentAccount,
  schema: z.ZodType<Answer>,
): Answer | undefined {
  try {
    const envelope = envelopeSchema.parse(JSON.parse(sealed))
    if (envelope.TransCode !== 1) return undefined
    return schema.parse(decryptData(envelope.Data, at))
  } catch {
    return undefined
  }
}

async function call(
  at: PaymentAccount,
  path: string,
  data: object,
  within: number = WITHIN.ask,
): Promise<CodeAnswer> {
  return sealedCall(at, path, { data, schema: answerSchema, within })
}

/**
 * The answer of a call at the sealed address, whatever its RtnCode says; an envelope that was not carried, or is not
 * sealed by the shop's keys, is none. Throws ProviderProblem.
 */
export async function sealedCall<Answer>(
  at: PaymentAccount,
  path: string,
  {
    data,
    schema,
    within,
  }: { readonly data: object; readonly schema: z.ZodType<Answer>; readonly within: number },
): Promise<Answer> {
  const { merchantId: MerchantID } = at
  const Timestamp = Math.floor(Date.now() / 1000)
  const what = path.slice(path.lastIndexOf('/') + 1)
  const sealed = await callInTurn(what, () =>
    fetch(`${at.codeBase}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // A revision beside the time would be refused.
      body: JSON.stringify({
        MerchantID,
        RqHeader: { Timestamp },
        Data: encryptData({ MerchantID, ...data }, at),
      }),
      signal: AbortSignal.timeout(within),
      cache: 'no-store',
      redirect: 'error',
    }),
  )
  const answer = unsealed(sealed, at, schema)
  if (!answer) throw problem(what, 'UNSEALED', 200)
  return answer
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
  return { shown: { number, ...page } satisfies ShownNumber, expiresAt }
}

/** What ECPay calls each way, with for how long it takes the number: ATM in days, a store in minutes. */
function choiceOf(method: OrderToPay['method']) {
  const { days, minutes } = NUMBERED[method] ?? {}
  return days === undefined
    ? { ChoosePayment: 'CVS', CVSInfo: { ExpireDate: minutes, CVSCode: 'CVS' } }
    : { ChoosePayment: 'ATM', ATMInfo: { ExpireDate: days, ATMBankCode: '' } }
}

/**
 * Makes the number that the buyer pays. ECPay makes one for each of the shop's numbers: a repeat, or a call whose answer
 * was lost, is told the same one. Constant texts, as ECPay's filter refuses words. Throws ProviderProblem.
 */
export async function createEcpayNumber(order: OrderToPay): Promise<CreatedOrder> {
  const at = account('GenPaymentCode')
  const id = ecpayNumber(at, ecpayCodeNumber(order.orderNumber, order.attempt))
  const made = await call(
    at,
    PATHS.create,
    {
      ...choiceOf(order.method),
      OrderInfo: {
        MerchantTradeDate: toEcpayTime(new Date()),
        MerchantTradeNo: id,
        TotalAmount: order.totalAmount,
        ReturnURL: `${at.site}/api/ecpay/code-paid`,
        TradeDesc: 'OURTEE order',
        ItemName: `${BRAND} T恤 ${order.pieces} 件（含運費）`,
      },
      CustomField: order.id,
    },
    WITHIN.create,
  )
  // The buyer needs no other page; this one tells at which host the number was made.
  const approveAt = pageOf(at, `${at.site}${orderPath(order.id)}`, id)
  if (made.RtnCode === 1) {
    const shown = shownIn(made)
    if (!shown) throw problem('GenPaymentCode', 'MALFORMED', 200)
    return { id, approveAt, ...shown }
  }
  return { id, approveAt, ...(await issuedBefore(at, id, made.RtnCode)) }
}

// The number of a call before, for the shop's number was used; without one a trade that was paid meanwhile.
async function issuedBefore(at: PaymentAccount, id: string, code: number) {
  const again = await call(at, PATHS.issued, { MerchantTradeNo: id })
  if (again.RtnCode === 1) return shownIn(again)
  if (await findEcpayNumber(id, at)) return undefined
  throw new ProviderProblem('GenPaymentCode', {
    kind: 'refused',
    status: 200,
    issue: `ECPAY_${code}`,
    debugId: undefined,
  })
}

function orderOf(
  answer: CodeAnswer,
  { reference, invoiceId }: { readonly reference: string; readonly invoiceId: string },
): ProviderOrder {
  const { OrderInfo: trade } = answer
  const { TradeNo: id = '', TradeAmt = '', TradeStatus: status } = trade ?? {}
  const amount = wholeTwd(TradeAmt)
  const customId = answer.CustomField || undefined
  const known = { id: reference, invoiceId, customId, captures: [], refunds: [] }
  if (status !== '1') {
    if (status !== '0') log('ecpay-trade-status', { payment: reference, status }, 'WARNING')
    return { ...known, status: 'open', ...(Number.isNaN(amount) ? {} : { amount }) }
  }
  const createTime = fromEcpayTime(trade?.PaymentDate || trade?.TradeDate || '')
  const capture = { id, amount, currency: 'TWD', customId, invoiceId, createTime }
  return { ...known, status: 'completed', captures: [{ ...capture, status: 'completed' }] }
}

/** Asks ECPay whether a number was paid; undefined where it knows none. Throws ProviderProblem. */
export async function findEcpayNumber(
  reference: string,
  at = account('QueryTrade'),
): Promise<ProviderOrder | undefined> {
  const answer = await call(at, PATHS.query, { MerchantTradeNo: reference })
  if (answer.RtnCode === UNKNOWN) return undefined
  if (answer.RtnCode !== 1) throw problem('QueryTrade', `ECPAY_${answer.RtnCode}`, 200)
  // An answer about another number says nothing about this one.
  if (answer.OrderInfo?.MerchantTradeNo !== reference)
    throw problem('QueryTrade', 'OTHER_NUMBER', 200)
  const invoiceId = ownEcpayNumber(at, reference) ?? `別處 ${reference}`
  return orderOf(answer, { reference, invoiceId })
}

/** A number that no order has: with the right keys ECPay answers, sealed, that it knows none. */
const NO_NUMBER = 'OT0000000000A00'

/** Whether ECPay lets the shop ask for numbers by this account; makes none. Throws ProviderProblem. */
export async function probeEcpayNumbers(at: PaymentAccount): Promise<void> {
  await findEcpayNumber(NO_NUMBER, at)
}

const EVENT_OF_BODY = 24

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
  const reference = told.OrderInfo?.MerchantTradeNo
  if (!reference) return 'malformed'
  const digest = createHash('sha256').update(sealed).digest('hex')
  return {
    provider: 'ecpay-code',
    id: `ecpay-code-${digest.slice(0, EVENT_OF_BODY)}`,
    type: `number ${told.RtnCode}`,
    reference,
    orderDocument: told.CustomField || undefined,
    // The console's button says "paid" without a payment, and names the trade's own state beside it.
    isToldPaid:
      told.RtnCode === 1 && told.SimulatePaid !== '1' && told.OrderInfo?.TradeStatus === '1',
  }
}
