import 'server-only'

import { z } from 'zod'

import { log } from '../../log/log.ts'
import {
  type ProviderOrder,
  ProviderProblem,
  type ProblemKind,
  type RefundToMake,
} from '../../order/payment/provider.ts'
import { taipeiDay, taipeiStamp } from '../../time/taipei-time.ts'
import { bareFields, fromEcpayTime, type PaymentAccount, postForm } from './account.ts'
import { account, callInTurn, NO_NUMBER, problem, signedForPayments, wholeTwd } from './cashier.ts'
import { sealedCall, textOrNumber as text } from './codes.ts'

// Refunds of cards (信用卡請退款 DoAction). What is to be done follows from how ECPay has the charge, so that is read first:
// N gives up an authorisation, E takes a charge out of the next close, R gives money back, again with each call.

const PATHS = { state: '/1.0.0/CreditDetail/QueryTrade', act: '/CreditDetail/DoAction' } as const

/** Milliseconds for an answer; the owner waits for at most four of them. */
const WITHIN = 20_000

const stateSchema = z.object({
  RtnCode: z.number().optional(),
  RtnMsg: z.string().default(''),
  RtnValue: z.object({ Amount: text, ClsAmt: text.default('0'), Status: z.string() }).nullish(),
  // An empty list is written {}.
  CloseData: z
    .array(z.object({ Status: z.string().default(''), Amount: text, DateTime: text.default('') }))
    .nullish()
    .catch([]),
})

/** How ECPay has a charge: its state, its amount, what was closed, and its rows; whole TWD, below zero what went back. */
export type CardState = {
  readonly status: string
  readonly amount: number
  readonly closed: number
  readonly rows: readonly { readonly amount: number; readonly at: string }[]
}

const signedTwd = (amount: string) => (/^-?\d+$/.test(amount) ? Number(amount) : Number.NaN)

async function readState(at: PaymentAccount, reference: string): Promise<CardState> {
  const answer = await sealedCall(at, PATHS.state, {
    data: { MerchantTradeNo: reference },
    schema: stateSchema,
    within: WITHIN,
  })
  const { RtnValue: value, CloseData: rows } = answer
  // One code for unknown, no card and another merchant; error_nopay while the bank has not answered.
  if (!value) throw problem('CreditDetail', `ECPAY_${answer.RtnCode ?? 'SILENT'}`, 200)
  return {
    status: value.Status,
    amount: wholeTwd(value.Amount),
    closed: signedTwd(value.ClsAmt),
    rows: (rows ?? []).map((row) => ({
      amount: signedTwd(row.Amount),
      at: fromEcpayTime(row.DateTime),
    })),
  }
}

function failure(kind: ProblemKind, issue: string, until?: Date): ProviderProblem {
  const when = until && { until: until.toISOString() }
  return new ProviderProblem('DoAction', { kind, status: 200, issue, debugId: undefined, ...when })
}

const DAY = 24 * 60 * 60_000

/** Every evening ECPay closes the day's charges from 20:15 to 20:30 in Taipei: nothing is sent around it. */
const CLOSE = { from: '20:10', until: '20:35' } as const

/** When the next close is over: today's, or tomorrow's where that is behind. */
function nextClose(now: Date): Date {
  const today = Date.parse(`${taipeiDay(now)}T${CLOSE.until}:00+08:00`)
  return new Date(today > now.getTime() ? today : today + DAY)
}

/** After so many milliseconds it is asked again how ECPay has a charge. */
const ASK_AGAIN = 10 * 60_000

/** What is to be done next to give back an amount; nothing once all of it went back. */
type Step = 'N' | 'E' | 'R' | undefined

function nextStep({ status, amount: charged }: CardState, amount: number, now: Date): Step {
  const isWhole = amount === charged
  switch (status) {
    case 'Authorized':
      if (isWhole) return 'N'
      throw failure('not-now', 'ECPAY_NOT_CLOSED', nextClose(now))
    case 'To be captured':
      return isWhole ? 'E' : 'R'
    case 'Captured':
      return 'R'
    case 'Operation canceled':
      if (isWhole) return 'N'
      throw failure('refused', 'ECPAY_OPERATION_CANCELED')
    case 'Canceled':
      return undefined
    case 'Unauthorized':
      throw failure('refused', 'ECPAY_UNAUTHORIZED')
    default:
      log('ecpay-card-state', { status: status.slice(0, 40) }, 'WARNING')
      throw failure('unclear', 'ECPAY_STATE')
  }
}

// The words of ECPay's own refusals are codes where they begin so; anything else may be any text.
const issueOf = ({ RtnCode = '', RtnMsg = '' }: Readonly<Record<string, string>>) =>
  `ECPAY_${/^error_\w{1,30}$/.test(RtnMsg) ? RtnMsg : RtnCode}`

// ECPay signs no answer: one that names another payment, or none, is no answer to this call.
async function act(
  at: PaymentAccount,
  { reference, captureId, amount }: RefundToMake,
  action: 'N' | 'E' | 'R',
): Promise<void> {
  const fields = signedForPayments(at, {
    MerchantTradeNo: reference,
    TradeNo: captureId,
    Action: action,
    TotalAmount: String(amount),
  })
  const answered = await callInTurn('DoAction', () =>
    postForm(`${at.base}${PATHS.act}`, fields, WITHIN),
  )
  const answer = bareFields(answered.trim())
  const isBound = answer.MerchantTradeNo === reference && answer.TradeNo === captureId
  if (!isBound || !/^\d{1,10}$/.test(answer.RtnCode ?? ''))
    throw problem('DoAction', 'UNBOUND', 200)
  if (answer.RtnCode !== '1') throw failure('refused', issueOf(answer))
}

/** What ECPay is asked about one charge, and told to do with it. */
export type ChargeCalls = {
  readonly read: () => Promise<CardState>
  readonly act: (action: 'N' | 'E' | 'R') => Promise<void>
}

// Nothing was sent yet: without the state nothing will be.
async function stateBefore(read: ChargeCalls['read'], now: Date): Promise<CardState> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    throw failure('not-now', error.issue, new Date(now.getTime() + ASK_AGAIN))
  }
}

/**
 * Gives back an amount of a charge by these calls. `not-now`: nothing was sent. `unclear`: it was perhaps sent before, and R
 * would give the money back once more. What was begun with E goes on with N. Throws ProviderProblem.
 */
export async function giveBackCharge(
  { amount, wasSent }: Pick<RefundToMake, 'amount' | 'wasSent'>,
  { read, act }: ChargeCalls,
  now: Date,
): Promise<void> {
  const clock = taipeiStamp(now).slice(-5)
  if (clock >= CLOSE.from && clock < CLOSE.until)
    throw failure('not-now', 'ECPAY_AT_CLOSE', nextClose(now))
  let step = nextStep(await stateBefore(read, now), amount, now)
  if (step === 'E') {
    await act('E')
    step = nextStep(await read(), amount, now)
    if (step === 'E' || step === 'R') throw problem('DoAction', 'STILL_TO_BE_CAPTURED', 200)
  }
  if (step === 'R' && wasSent) throw failure('unclear', 'ECPAY_SENT_BEFORE')
  if (step) await act(step)
}

/** Gives back an amount of a card's charge at ECPay. Throws ProviderProblem. */
export async function refundEcpayCard(refund: RefundToMake, now = new Date()): Promise<void> {
  const at = account('DoAction')
  const calls: ChargeCalls = {
    read: () => readState(at, refund.reference),
    act: (action) => act(at, refund, action),
  }
  await giveBackCharge(refund, calls, now)
}

/** The answer about a number that has no charge. */
const NO_CHARGE = 'ECPAY_10000185'

/** Whether ECPay tells the shop by this account how charges stand, and changes nothing. Throws ProviderProblem. */
export async function probeEcpayRefunds(at: PaymentAccount): Promise<void> {
  try {
    await readState(at, NO_NUMBER)
  } catch (error) {
    if (!(error instanceof ProviderProblem) || error.issue !== NO_CHARGE) throw error
  }
}

type Capture = ProviderOrder['captures'][number]

// A charge that was given up went back whole; what was closed and is no more, and is in no row, has no amount that is known.
function refundsIn(
  { status, amount, closed, rows }: CardState,
  { id }: Capture,
): Pick<ProviderOrder, 'refunds'> & { readonly status: Capture['status'] } {
  if (status === 'Canceled') {
    return { status: 'refunded', refunds: [{ id: `${id}-N`, amount, at: '' }] }
  }
  const refunds = rows
    .filter((row) => row.amount < 0)
    .map((row, index) => ({ id: `${id}-R${index + 1}`, amount: -row.amount, at: row.at }))
  const back = refunds.reduce((sum, one) => sum + one.amount, 0)
  const taken = rows.reduce((sum, row) => sum + Math.max(0, row.amount), 0)
  const isShort = status === 'Captured' && taken > 0 && closed < taken - back
  const isUnreadable = rows.some((row) => Number.isNaN(row.amount)) || Number.isNaN(closed)
  if (isUnreadable || isShort) return { status: 'partly-refunded', refunds: [] }
  if (back === 0) return { status: 'completed', refunds }
  return { status: back >= amount ? 'refunded' : 'partly-refunded', refunds }
}

/** A paid order with what ECPay has given back of its charge, which the query of the trade does not tell. Throws ProviderProblem. */
export async function withEcpayRefunds(order: ProviderOrder): Promise<ProviderOrder> {
  const [capture] = order.captures
  if (capture?.status !== 'completed') return order
  const state = await readState(account('CreditDetail'), order.id)
  const { status, refunds } = refundsIn(state, capture)
  return { ...order, captures: [{ ...capture, status }], refunds }
}
