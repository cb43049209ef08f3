import 'server-only'

import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'

import { BRAND } from '../../company/company.ts'
import { log } from '../../log/log.ts'
import {
  type CreatedOrder,
  type LeaveForm,
  type OrderToPay,
  type ProviderMessage,
  type ProviderOrder,
  ProviderProblem,
} from '../../order/payment/provider.ts'
import { settings } from '../../settings/env.ts'
import {
  bareFields,
  ecpayNumber,
  ownEcpayNumber,
  type PaymentAccount,
  paymentAccount,
  postForm,
  checkMacValue,
  type FormFields,
  fromEcpayTime,
  hasValidMac,
  toEcpayTime,
} from './account.ts'

// ECPay's card page (全方位金流 AIO, ChoosePayment=Credit): the buyer's browser posts a signed form there, and the
// money moves when the buyer confirms. The query alone says what became of a number; a push or a return is a hint.

/** Milliseconds for an answer of the query; a push has to be answered within ten seconds, this included. */
const WITHIN = 7_000

/** After too many calls ECPay answers 403 for half an hour; calls within it would prolong that. */
const SHUT_FOR = 30 * 60_000

/** A number whose trade failed is final at once; any other without money is given an hour, as the bank may be late. */
const YOUNG_FOR = 60 * 60_000

const PATHS = { form: '/Cashier/AioCheckOut/V5', query: '/Cashier/QueryTradeInfo/V5' } as const

/** ECPay gave no answer that says what became of a call. */
export function problem(what: string, issue: string, status?: number): ProviderProblem {
  return new ProviderProblem(what, { kind: 'unknown', status, issue, debugId: undefined })
}

/** The account for payments. A payment may outlive its settings; until they return it can't be queried. */
export function account(what: string): PaymentAccount {
  const found = paymentAccount(settings())
  if (!found) throw problem(what, 'NOT_SET')
  return found
}

/**
 * The shop's own number of an attempt: at most 18 letters and digits, and unique for ever, for ECPay takes each number
 * once. The sequence of an order has four or five digits.
 */
export function ecpayCardNumber(orderNumber: string, attempt: number): string {
  return attemptNumber(orderNumber, 'C', attempt)
}

/** The same for a transfer or a store: all numbers of an account are one space. */
export function ecpayCodeNumber(orderNumber: string, attempt: number): string {
  return attemptNumber(orderNumber, 'A', attempt)
}

function attemptNumber(orderNumber: string, kind: 'C' | 'A', attempt: number): string {
  const digits = orderNumber.replaceAll(/\D/g, '').slice(2)
  return `OT${digits}${kind}${attempt.toString(36).toUpperCase().padStart(2, '0')}`
}

/** A form with the shop's number at ECPay and its signature, as payments take it. */
export function signedForPayments(at: PaymentAccount, fields: FormFields): FormFields {
  const form = { MerchantID: at.merchantId, ...fields }
  return { ...form, CheckMacValue: checkMacValue(form, at, 'sha256') }
}

// ECPay writes the digest in capitals, and has been seen to write it in small letters.
function isGenuine(at: PaymentAccount, { CheckMacValue: mac = '', ...fields }: FormFields) {
  const isOurs = fields.MerchantID === at.merchantId
  return isOurs && hasValidMac({ ...fields, CheckMacValue: mac.toUpperCase() }, at, 'sha256')
}

/** The host of the cashier at which a number was made stands in the address of the page that leads there. */
const HOST = 'at'

/** The number of the attempt in the address of that page. */
const NUMBER = 'no'

const hostOf = ({ base }: PaymentAccount) => {
  const { protocol, host, hostname } = new URL(base)
  // The stand-in's port changes from start to start.
  return protocol === 'http:' ? hostname : host
}

/** A page of the shop's that names an attempt, and the host at which its number was made. */
export function pageOf(at: PaymentAccount, address: string, id: string): string {
  const page = new URL(address)
  page.searchParams.set(NUMBER, id)
  page.searchParams.set(HOST, hostOf(at))
  return page.href
}

/** Names an attempt; no call is made, as only the buyer's browser can tell ECPay of it. Throws ProviderProblem. */
export async function createEcpayCardOrder({
  orderNumber,
  attempt,
  returnUrl,
}: Pick<OrderToPay, 'orderNumber' | 'attempt' | 'returnUrl'>): Promise<CreatedOrder> {
  const at = account('create')
  const id = ecpayNumber(at, ecpayCardNumber(orderNumber, attempt))
  return { id, approveAt: pageOf(at, returnUrl, id) }
}

/** Whether an attempt was made for the cashier that is set now: stage and production know nothing of each other. */
export function isEcpayCashier(approveAt: string): boolean {
  const found = paymentAccount(settings())
  return !found || URL.parse(approveAt)?.searchParams.get(HOST) === hostOf(found)
}

/**
 * The form that the buyer's browser posts to the cashier. Constant texts: ECPay's filter refuses words, and a cut or an
 * escaped sign would break the signature. Throws ProviderProblem.
 */
export function ecpayCardForm(order: OrderToPay, reference: string, now: Date): LeaveForm {
  const at = account('form')
  const fields = signedForPayments(at, {
    MerchantTradeNo: reference,
    MerchantTradeDate: toEcpayTime(now),
    PaymentType: 'aio',
    TotalAmount: String(order.totalAmount),
    TradeDesc: 'OURTEE order',
    ItemName: `${BRAND} T恤 ${order.pieces} 件（含運費）`,
    ReturnURL: `${at.site}/api/ecpay/paid`,
    OrderResultURL: `${at.site}/api/ecpay/back`,
    ClientBackURL: order.cancelUrl,
    ChoosePayment: 'Credit',
    EncryptType: '1',
    CustomField1: order.id,
  })
  return { action: `${at.base}${PATHS.form}`, fields }
}

let shutUntil = 0

function refuseWhileShut(what: string): void {
  if (Date.now() < shutUntil) throw problem(what, 'SHUT_OUT')
}

/** ECPay counts calls by address: two of this process begin at least so many milliseconds apart. */
const SPACING = 200

let turn: Promise<unknown> = Promise.resolve()

// Waits until the call before is long enough ago.
async function takeTurn(): Promise<void> {
  const before = turn
  const mine = before.then(() => wait(SPACING))
  turn = mine
  await before
}

/** Makes a call in its turn, unless ECPay has shut the shop out, and returns its text. Throws ProviderProblem. */
export async function callInTurn(what: string, call: () => Promise<Response>): Promise<string> {
  refuseWhileShut(what)
  await takeTurn()
  // The answer to a call before this one may have come while it waited for its turn.
  refuseWhileShut(what)
  let response: Response
  let text: string
  try {
    response = await call()
    text = await response.text()
  } catch (error) {
    throw problem(what, error instanceof Error ? error.name : 'Error')
  }
  if (response.status === 403) {
    shutUntil = Date.now() + SHUT_FOR
    throw problem(what, 'HTTP_403', response.status)
  }
  if (response.status !== 200) throw problem(what, 'HTTP', response.status)
  return text
}

// Answers with the fields of a signed answer. A text without a signature is no answer: some errors come so.
async function ask(at: PaymentAccount, fields: FormFields): Promise<FormFields> {
  const text = await callInTurn('query', () =>
    postForm(`${at.base}${PATHS.query}`, signedForPayments(at, fields), WITHIN),
  )
  const answer = bareFields(text)
  if (!isGenuine(at, answer)) throw problem('query', 'UNSIGNED', 200)
  return answer
}

const tradeSchema = z.object({
  MerchantTradeNo: z.string().default(''),
  TradeStatus: z.string().regex(/^\d+$/),
  TradeNo: z.string().default(''),
  TradeAmt: z.string().default(''),
  TradeDate: z.string().default(''),
  PaymentDate: z.string().default(''),
  CustomField1: z.string().default(''),
})
type Trade = z.infer<typeof tradeSchema>

/** The states of a trade by ECPay's number; every other number is one of a payment that failed. */
const STATUS = { unpaid: '0', paid: '1', failed: '10200095', unknown: '10200047' } as const

/** A text of digits as whole TWD, NaN where it is none. */
export function wholeTwd(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}

function tradeOrder(trade: Trade, reference: string, invoiceId: string): ProviderOrder {
  const amount = wholeTwd(trade.TradeAmt)
  const customId = trade.CustomField1 === '' ? undefined : trade.CustomField1
  const known = { id: reference, captures: [], refunds: [], invoiceId, customId }
  const capture = {
    id: trade.TradeNo,
    amount,
    currency: 'TWD',
    customId,
    invoiceId,
    createTime: fromEcpayTime(trade.PaymentDate || trade.TradeDate),
  }
  const open = { ...known, ...(Number.isNaN(amount) ? {} : { amount }) }
  switch (trade.TradeStatus) {
    case STATUS.paid:
      return { ...known, status: 'completed', captures: [{ ...capture, status: 'completed' }] }
    case STATUS.unpaid:
      return { ...open, status: 'open' }
    default: {
      const at = Date.parse(fromEcpayTime(trade.TradeDate))
      const isYoung = trade.TradeStatus !== STATUS.failed && Date.now() - at < YOUNG_FOR
      if (isYoung) return { ...open, status: 'open' }
      if (trade.TradeNo === '' || Number.isNaN(amount)) return { ...open, status: 'void' }
      const reason = `ECPAY_${trade.TradeStatus}`
      return { ...open, status: 'void', captures: [{ ...capture, status: 'declined', reason }] }
    }
  }
}

/**
 * Asks ECPay what became of a number; undefined while it knows none, which it does before the buyer's browser posts the
 * form. Throws ProviderProblem.
 */
export async function findEcpayCardPayment(
  reference: string,
  at = account('query'),
): Promise<ProviderOrder | undefined> {
  const answer = await ask(at, {
    MerchantTradeNo: reference,
    TimeStamp: String(Math.floor(Date.now() / 1000)),
  })
  const parsed = tradeSchema.safeParse(answer)
  if (!parsed.success) throw problem('query', 'MALFORMED', 200)
  const trade = parsed.data
  if (trade.TradeStatus === STATUS.unknown) return undefined
  // An answer about another number says nothing about this one.
  if (trade.MerchantTradeNo !== reference) throw problem('query', 'OTHER_NUMBER', 200)
  if (!Object.values<string>(STATUS).includes(trade.TradeStatus)) {
    log('ecpay-trade-status', { payment: reference, status: trade.TradeStatus }, 'WARNING')
  }
  return tradeOrder(trade, reference, ownEcpayNumber(at, reference) ?? `別處 ${reference}`)
}

/** Between two questions of a list, in milliseconds: ECPay shuts out who asks too fast. */
const APART = 1_000

/** Reads the payments of some numbers, one after the other; unknown ones are missing. Throws ProviderProblem. */
export async function findOneByOne(
  references: readonly string[],
  find: (reference: string) => Promise<ProviderOrder | undefined>,
): Promise<readonly ProviderOrder[]> {
  const found: ProviderOrder[] = []
  for (const [index, reference] of references.entries()) {
    if (index > 0) await wait(APART)
    const order = await find(reference)
    if (order) found.push(order)
  }
  return found
}

/** A number that no order has: with the right keys ECPay answers, signed, that it knows none. */
export const NO_NUMBER = 'OT0000000000C00'

/** Whether ECPay lets the shop ask by this account, and changes nothing. Throws ProviderProblem. */
export async function probeEcpayCashier(at: PaymentAccount): Promise<void> {
  await findEcpayCardPayment(NO_NUMBER, at)
}

/** Takes nothing: the buyer's confirmation at the cashier has moved the money, or nothing has. */
export async function captureEcpayCard(): Promise<never> {
  throw new ProviderProblem('capture', {
    kind: 'refused',
    status: undefined,
    issue: 'TAKEN_BY_BUYER',
    debugId: undefined,
  })
}

const EVENT_OF_MAC = 24

/** Reads a push, or the form that the buyer's browser brings back: a hint where to ask, genuine by its signature. */
export async function readEcpayCardMessage(
  _headers: Headers,
  body: Uint8Array<ArrayBuffer>,
): Promise<ProviderMessage> {
  const at = paymentAccount(settings())
  if (!at) return 'no-account'
  const fields = Object.fromEntries(new URLSearchParams(new TextDecoder().decode(body)))
  if (!isGenuine(at, fields)) return 'forged'
  const { MerchantTradeNo: reference, RtnCode: code, SimulatePaid: simulated } = fields
  if (!reference || code === undefined) return 'malformed'
  const mac = fields.CheckMacValue ?? ''
  return {
    provider: 'ecpay',
    id: `ecpay-${mac.slice(0, EVENT_OF_MAC).toUpperCase()}`,
    type: `card ${code}`,
    reference,
    orderDocument: fields.CustomField1,
    // The console's button says "paid" without a payment.
    isToldPaid: code === '1' && simulated !== '1',
  }
}
