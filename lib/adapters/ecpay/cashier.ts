import 'server-only'

import { setTimeout as wait } from 'node:timers/promises'

import { z } from 'zod'

import { BRAND } from '#lib/company/company.ts'
import { log } from '#lib/log/log.ts'
import {
  type CreatedOrder,
  type LeaveForm,
  type OrderToPay,
  type ProviderCapture,
  type ProviderMessage,
  type ProviderOrder,
  ProviderProblem,
  type Question,
} from '#lib/payment/provider.ts'
import { settings } from '#lib/settings/env.ts'
import type { FormFields } from './check-mac-value.ts'
import {
  bareFields,
  decryptData,
  ecpayNumber,
  fromEcpayTime,
  isSignedFor,
  ownEcpayNumber,
  type PaymentAccount,
  paymentAccount,
  postForm,
  postEncrypted,
  type EncryptedCall,
  signedForm,
  textOf,
  toEcpayTime,
} from './client.ts'

// ECPay's card page (全方位金流 AIO, ChoosePayment=Credit): the buyer's browser posts a signed form there, and the
// money moves when the buyer confirms. The query alone says what became of a number; a push or a return is a hint.

/** Milliseconds for an answer of the query; a push has to be answered within ten seconds, this included. */
const WITHIN = 7_000

/** After too many calls ECPay answers 403 for half an hour; calls within it would prolong that. */
const SHUT_FOR = 30 * 60_000

/** ECPay counts calls by address: two of this process begin at least so many milliseconds apart. */
const SPACING = 200

/** The bank may be so late to say that it took no money. */
const YOUNG_FOR = 60 * 60_000

/** ECPay gave no answer that says what became of a call. */
export function problem(what: string, issue: string, status?: number): ProviderProblem {
  return new ProviderProblem(what, { kind: 'unknown', status, issue })
}

/** The account for payments. A payment may outlive its settings; until they return it can't be queried. */
export function account(what: string): PaymentAccount {
  const found = paymentAccount(settings())
  if (!found) throw problem(what, 'NOT_SET')
  return found
}

/** Those that wait for their turn; an urgent call goes before the others. */
const waiting: Record<'urgent' | 'others', (() => void)[]> = { urgent: [], others: [] }
let isTaken = false
let shutUntil = 0

async function giveTurns(): Promise<void> {
  isTaken = true
  for (;;) {
    const next = waiting.urgent.shift() ?? waiting.others.shift()
    if (!next) break
    next()
    await wait(SPACING)
  }
  isTaken = false
}

function myTurn({ isUrgent }: Question): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting[isUrgent ? 'urgent' : 'others'].push(resolve)
  if (!isTaken) void giveTurns()
  return promise
}

function refuseWhileShut(what: string): void {
  if (Date.now() < shutUntil) throw problem(what, 'SHUT_OUT')
}

/** Makes a call in its turn, unless ECPay has shut the shop out, and returns its text. Throws ProviderProblem. */
export async function callInTurn(
  what: string,
  call: () => Promise<Response>,
  question: Question = { isUrgent: false },
): Promise<string> {
  refuseWhileShut(what)
  await myTurn(question)
  // The answer to a call before this one may have come while it waited for its turn.
  refuseWhileShut(what)
  return textOf(call(), (issue, status) => {
    if (status === 403) shutUntil = Date.now() + SHUT_FOR
    return problem(what, issue, status)
  })
}

/** ECPay writes amounts and states as text in some answers, and as numbers in others. */
export const textOrNumber = z.union([z.string(), z.number()]).transform(String)

const envelopeSchema = z.object({ TransCode: z.number(), Data: z.string() })

/** What an envelope says that the shop's keys seal, or undefined if it was not carried, or is another's. */
export function unsealed<Said>(
  text: string,
  at: PaymentAccount,
  schema: z.ZodType<Said>,
): Said | undefined {
  try {
    const envelope = envelopeSchema.parse(JSON.parse(text))
    return envelope.TransCode === 1 ? schema.parse(decryptData(envelope.Data, at)) : undefined
  } catch {
    return undefined
  }
}

/** The sealed answer of a call, whatever its RtnCode says. Throws ProviderProblem. */
export async function signedCall<Said>(
  at: PaymentAccount,
  path: string,
  { schema, ...call }: EncryptedCall & { readonly schema: z.ZodType<Said> },
  question?: Question,
): Promise<Said> {
  const what = path.slice(path.lastIndexOf('/') + 1)
  // A revision beside the time would be refused.
  const text = await callInTurn(
    what,
    () => postEncrypted(at, `${at.codeBase}${path}`, call),
    question,
  )
  const said = unsealed(text, at, schema)
  if (!said) throw problem(what, 'UNSEALED', 200)
  return said
}

const attemptNumber = (kind: 'C' | 'A') => (orderNumber: string, attempt: number) => {
  const digits = orderNumber.replaceAll(/\D/g, '').slice(2)
  return `OT${digits}${kind}${attempt.toString(36).toUpperCase().padStart(2, '0')}`
}

/**
 * The shop's own number of an attempt at a card: letters and digits, at most 20 with a prefix of three and six digits of an
 * hour's sequence, and unique for ever, for ECPay takes each number once.
 */
export const ecpayCardNumber = attemptNumber('C')

/** The same for a transfer or a store: all numbers of an account are one space. */
export const ecpayCodeNumber = attemptNumber('A')

const referenceOf =
  (numberOf: ReturnType<typeof attemptNumber>) => (order: string, attempt: number) =>
    ecpayNumber(account('reference'), numberOf(order, attempt))

/** The number under which this installation has an attempt at a card. */
export const ecpayCardReference = referenceOf(ecpayCardNumber)

/** The same of a transfer or a store. */
export const ecpayCodeReference = referenceOf(ecpayCodeNumber)

/** What the address of the page that leads to the cashier names: the attempt's number, and the cashier's host. */
const NAMED = { number: 'no', host: 'at' } as const

const hostOf = ({ base }: PaymentAccount) => {
  const { protocol, host, hostname } = new URL(base)
  // The stand-in's port changes from start to start.
  return protocol === 'http:' ? hostname : host
}

/** A page of the shop's that names an attempt, and the host at which its number was made. */
export function pageOf(at: PaymentAccount, address: string, id: string): string {
  const page = new URL(address)
  page.searchParams.set(NAMED.number, id)
  page.searchParams.set(NAMED.host, hostOf(at))
  return page.href
}

/** Whether an attempt was made for the cashier that is set now: stage and production know nothing of each other. */
export function isEcpayCashier(approveAt: string): boolean {
  const found = paymentAccount(settings())
  return !found || URL.parse(approveAt)?.searchParams.get(NAMED.host) === hostOf(found)
}

/** Names an attempt; no call is made, as only the buyer's browser can tell ECPay of it. Throws ProviderProblem. */
export async function createEcpayCardOrder(
  order: Pick<OrderToPay, 'orderNumber' | 'attempt' | 'returnUrl'>,
): Promise<CreatedOrder> {
  const at = account('create')
  const id = ecpayNumber(at, ecpayCardNumber(order.orderNumber, order.attempt))
  return { id, approveAt: pageOf(at, order.returnUrl, id) }
}

/** What ECPay is notified of an order, in constant texts: its filter refuses words, and a cut would break the signature. */
export function tradeFields({ units }: OrderToPay, id: string, now: Date) {
  return {
    MerchantTradeNo: id,
    MerchantTradeDate: toEcpayTime(now),
    TradeDesc: 'OURTEE order',
    ItemName: `${BRAND} T恤 ${units} 件（含運費）`,
  }
}

/** The form that the buyer's browser posts to the cashier. Throws ProviderProblem. */
export function ecpayCardForm(order: OrderToPay, reference: string, now: Date): LeaveForm {
  const at = account('form')
  const fields = {
    ...tradeFields(order, reference, now),
    PaymentType: 'aio',
    TotalAmount: String(order.totalAmount),
    ReturnURL: `${at.site}/api/ecpay/paid`,
    OrderResultURL: `${at.site}/api/ecpay/back`,
    ClientBackURL: order.cancelUrl,
    ChoosePayment: 'Credit',
    EncryptType: '1',
    CustomField1: order.id,
  }
  return { action: `${at.base}/Cashier/AioCheckOut/V5`, fields: signedForm(at, fields, 'sha256') }
}

/** A text of digits as whole TWD, NaN if it is none. */
export function wholeTwd(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}

/** A trade as either query tells it. */
export type Trade = {
  readonly MerchantTradeNo: string
  readonly TradeNo: string
  readonly TradeAmt: string
  readonly TradeDate: string
  readonly PaymentDate?: string | null | undefined
}

/** What became of a trade, with the state of its capture where there is one. */
export type Outcome = Pick<ProviderOrder, 'status'> & {
  readonly capture?: Pick<ProviderCapture, 'status' | 'reason'>
}

export const OPEN: Outcome = { status: 'open' }
export const PAID: Outcome = { status: 'completed', capture: { status: 'completed' } }

/** A trade in the shop's words; `custom` is the text that the shop gave it. */
export function tradeOrder(
  at: PaymentAccount,
  trade: Trade,
  { status, capture, custom }: Outcome & { readonly custom: string | null | undefined },
): ProviderOrder {
  const { MerchantTradeNo: id } = trade
  const [amount, customId] = [wholeTwd(trade.TradeAmt), custom || undefined]
  const invoiceId = ownEcpayNumber(at, id) ?? `別處 ${id}`
  const isKnown = status !== 'completed' && !Number.isNaN(amount)
  const order = { id, status, ...(isKnown ? { amount } : {}), customId, invoiceId, refunds: [] }
  if (!capture) return { ...order, captures: [] }
  const createTime = fromEcpayTime(trade.PaymentDate || trade.TradeDate)
  const money = { id: trade.TradeNo, amount, currency: 'TWD', customId, invoiceId, createTime }
  return { ...order, captures: [{ ...money, ...capture }] }
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

/** The states of a trade by ECPay's number; every other number is one of a payment that failed. */
const STATUS = { unpaid: '0', paid: '1', failed: '10200095', unknown: '10200047' } as const

// A number that failed is final at once; any other without money is given its time.
function outcomeOf({ TradeStatus: status, ...trade }: z.infer<typeof tradeSchema>): Outcome {
  if (status === STATUS.paid) return PAID
  const age = Date.now() - Date.parse(fromEcpayTime(trade.TradeDate))
  const isYoung = status !== STATUS.failed && age < YOUNG_FOR
  if (status === STATUS.unpaid || isYoung) return OPEN
  const isTrade = trade.TradeNo !== '' && !Number.isNaN(wholeTwd(trade.TradeAmt))
  if (!isTrade) return { status: 'void' }
  return { status: 'void', capture: { status: 'declined', reason: `ECPAY_${status}` } }
}

/**
 * Asks ECPay what became of a number; undefined while it knows none, which it does before the buyer's browser posts the
 * form. Throws ProviderProblem.
 */
export async function findEcpayCardPayment(
  reference: string,
  question?: Question,
  at = account('query'),
): Promise<ProviderOrder | undefined> {
  const TimeStamp = String(Math.floor(Date.now() / 1000))
  const form = signedForm(at, { MerchantTradeNo: reference, TimeStamp }, 'sha256')
  const call = () => postForm(`${at.base}/Cashier/QueryTradeInfo/V5`, form, WITHIN)
  const text = await callInTurn('query', call, question)
  const answer = bareFields(text)
  // Some errors come without a signature.
  if (!isSignedFor(at, answer, 'sha256')) throw problem('query', 'UNSIGNED', 200)
  const { data: trade } = tradeSchema.safeParse(answer)
  if (!trade) throw problem('query', 'MALFORMED', 200)
  const { TradeStatus: status, CustomField1: custom } = trade
  if (status === STATUS.unknown) return undefined
  // An answer about another number says nothing about this one.
  if (trade.MerchantTradeNo !== reference) throw problem('query', 'OTHER_NUMBER', 200)
  if (!Object.values<string>(STATUS).includes(status)) {
    log('ecpay-trade-status', { payment: reference, status }, 'WARNING')
  }
  return tradeOrder(at, trade, { ...outcomeOf(trade), custom })
}

/** A number that no order has: with the right keys ECPay answers, signed, that it knows none. */
export const NO_NUMBER = 'OT0000000000C00'

/** Whether ECPay lets the shop ask by this account, and changes nothing. Throws ProviderProblem. */
export async function probeEcpayCashier(at: PaymentAccount): Promise<void> {
  await findEcpayCardPayment(NO_NUMBER, undefined, at)
}

/** Reads a push, or the form that the buyer's browser brings back: a hint where to ask, genuine by its signature. */
export async function readEcpayCardMessage(
  _headers: Headers,
  body: Uint8Array<ArrayBuffer>,
): Promise<ProviderMessage> {
  const at = paymentAccount(settings())
  if (!at) return 'no-account'
  const fields: FormFields = Object.fromEntries(new URLSearchParams(new TextDecoder().decode(body)))
  if (!isSignedFor(at, fields, 'sha256')) return 'forged'
  const { MerchantTradeNo: reference, RtnCode: code, CheckMacValue: mac = '' } = fields
  if (!reference || code === undefined) return 'malformed'
  return {
    provider: 'ecpay',
    id: `ecpay-${mac.slice(0, 24).toUpperCase()}`,
    type: `card ${code}`,
    reference,
    orderDocument: fields.CustomField1,
    // The console's button says "paid" without a payment.
    isPaidNotice: code === '1' && fields.SimulatePaid !== '1',
  }
}
