import 'server-only'

import { paypalTransactions } from '../adapters/paypal/transactions.ts'
import { changeContext, type OwnerContext, type ReviewEnd } from '../order/events.ts'
import { execute } from '../order/execute.ts'
import { capturedAt } from '../order/movements.ts'
import { readOrder } from '../order/order-store.ts'
import type { Order, OrderChange } from '../order/order.ts'
import { sendsRefunds, settlePayment } from '../order/payment/ask-provider.ts'
import { isReviewRefunded, type RefundRequest } from '../order/payment/money-back.ts'
import { noteMadeByHand, withdrawOwed } from '../order/payment/money.ts'
import { paidAttempt } from '../order/payment/payment-status.ts'
import { readRefundAccount, type StoredRefundAccount } from '../order/payment/payment-store.ts'
import {
  finishRefunds,
  sendNewRefund,
  capturesOf,
  endRefundedReview,
  closeReview,
} from '../order/payment/refund-payment.ts'
import {
  accountAsked,
  type RefundRuleFailure,
  requestOf,
  reserveRefund,
} from '../order/payment/refund.ts'
import {
  type HeldCapture,
  heldMoney,
  type ReviewRefusal,
  leftOf,
  requestsOf,
  reserveReviewRefund,
  needsLedger,
  type ProviderBooks,
} from '../order/payment/review.ts'
import { formatPrice } from '../price/price.ts'
import { defined, fail, ok, type Result } from '../result.ts'
import { taipeiDay } from '../time/taipei-time.ts'
import { isMoney, isSale, orderOf } from './books.ts'
import { daySpan, isDay } from './month.ts'
import { refundedSince } from './order-text.ts'
import { ordersDisputed, ordersInReview } from './owner-order-store.ts'

/** Why the provider refused a refund. */
export type ProviderRefundFailure =
  | 'only-all'
  | 'too-many-refunds'
  | 'too-long-ago'
  | 'no-funds'
  | 'charged-back'
  | 'too-little'
  | 'refund-refused'

export type RefundFailure = RefundRuleFailure | ProviderRefundFailure | 'unknown-order'

/** The order after a refund, and the refund: `done`, `pending` at the provider, or `sending` while its outcome is not known. */
export type RefundResult = { readonly order: Order; readonly refund: RefundRequest }

// The providers' issues of a refused refund: PayPal's Payments API v2, LINE Pay's result codes.
const ISSUES: Readonly<Record<string, RefundFailure>> = {
  CAPTURE_FULLY_REFUNDED: 'nothing-left',
  REFUND_AMOUNT_EXCEEDED: 'too-much',
  PARTIAL_REFUND_NOT_ALLOWED: 'only-all',
  MAX_NUMBER_OF_REFUNDS_EXCEEDED: 'too-many-refunds',
  REFUND_TIME_LIMIT_EXCEEDED: 'too-long-ago',
  REFUND_FAILED_INSUFFICIENT_FUNDS: 'no-funds',
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK: 'charged-back',
  TRANSACTION_DISPUTED: 'disputed',
  PENDING_CAPTURE: 'not-paid',
  REFUND_AMOUNT_TOO_LOW: 'too-little',
  LINE_PAY_1115: 'only-all',
  LINE_PAY_1150: 'not-paid',
  LINE_PAY_1163: 'too-long-ago',
  LINE_PAY_1164: 'too-much',
  LINE_PAY_1165: 'nothing-left',
  ECPAY_OPERATION_CANCELED: 'only-all',
  ECPAY_UNAUTHORIZED: 'not-paid',
  ECPAY_error_overDate: 'too-long-ago',
}

/** Why a provider refused a refund with this issue. */
export function providerRefundFailure(issue: string | undefined) {
  return ISSUES[issue ?? ''] ?? 'refund-refused'
}

/**
 * Refunds an amount or the rest, once per `key`. `left` guards against concurrent refunds. Throws
 * ProviderProblem, DatabaseUnavailable.
 */
export async function refundOrder({
  orderId,
  amount,
  reason,
  key,
  left,
  restock = false,
  returnNumber,
  context,
}: {
  readonly orderId: string
  readonly amount: number | 'rest'
  readonly reason: string
  readonly key: string
  readonly left?: number | undefined
  readonly restock?: boolean | undefined
  readonly returnNumber?: number | undefined
  readonly context: OwnerContext
}): Promise<Result<RefundResult, RefundFailure>> {
  const order = await readOrder(orderId)
  if (!order) return fail('unknown-order')
  // Refunds that were made or asked for meanwhile are recorded before a new one.
  const finished = await finishRefunds(order, 'provider')
  const reference = paidAttempt(finished)?.reference
  if (reference !== undefined && finished === order) {
    await settlePayment(order, reference, 'provider')
  }
  const wanted = { amount, key, left, restock, returnNumber, sends: sendsRefunds }
  const reserved = await execute(orderId, (stored) =>
    reserveRefund(stored, wanted, changeContext(context, reason)),
  )
  if (!reserved.ok) {
    if (reserved.code !== 'changed-meanwhile' || left === undefined) return reserved
    // The refusal names who was faster and what they did.
    const now = await readOrder(orderId)
    return now ? { ...reserved, detail: refundedSince(now, left) } : reserved
  }
  const request = requestOf(reserved.data.payment, key)
  if (!request) return fail('refund-refused')
  const after = await sendNewRefund(reserved.data, request.number, 'owner')
  const refund = after.payment?.refundRequests?.find(({ number }) => number === request.number)
  return refund && refund.state !== 'refused'
    ? ok({ order: after, refund })
    : fail(providerRefundFailure(refund?.issue))
}

export type RefundReviewFailure = ReviewRefusal | RefundFailure

/** A refund under review, in whole TWD; the review has ended only when it is `done`. */
export type RefundedReview = {
  readonly amount: number
  readonly state: Exclude<RefundRequest['state'], 'refused'>
  /** When it is sent, where its provider takes none now (ISO 8601). */
  readonly notBefore?: string | undefined
}

/**
 * Refunds one capture of an order under review, or all, once per `key`, and ends the review by what the provider then
 * holds. What the provider has not settled, the sweep finishes. Throws ProviderProblem and DatabaseUnavailable.
 */
export async function refundReview({
  orderId,
  capture,
  reason,
  key,
  left,
  context,
}: {
  readonly orderId: string
  readonly capture: string
  readonly reason: string
  readonly key: string
  readonly left?: number | undefined
  readonly context: OwnerContext
}): Promise<Result<RefundedReview, RefundReviewFailure>> {
  const order = await readOrder(orderId)
  if (!order) return fail('unknown-order')
  const known = await finishRefunds(order, 'provider')
  const captures = await capturesOf(known)
  const evidence = { captures, requests: known.payment?.refundRequests }
  const change = changeContext(context, reason)
  const reserved = await execute(orderId, (stored) =>
    reserveReviewRefund(stored, { capture, key, left, sends: sendsRefunds, ...evidence }, change),
  )
  if (!reserved.ok) {
    if (reserved.code !== 'changed-meanwhile') return reserved
    const detail = `現在還有 ${formatPrice(leftOf(heldMoney(captures)))} 沒有退回。`
    return { ...reserved, detail }
  }
  const numbers = requestsOf(reserved.data, key).map(({ number }) => number)
  // One after the other: each is settled, or left to the sweep.
  let sent = reserved.data
  for (const number of numbers) sent = await sendNewRefund(sent, number, 'owner')
  const requests = sent.payment?.refundRequests?.filter(({ number }) => numbers.includes(number))
  const refused = requests?.find(({ state }) => state === 'refused')
  if (refused) return fail(providerRefundFailure(refused.issue))
  const amount = requests?.reduce((sum, one) => sum + one.amount, 0) ?? 0
  const open = requests?.find(({ state }) => state !== 'done')
  if (open && open.state !== 'done' && open.state !== 'refused')
    return ok({ amount, state: open.state, ...defined({ notBefore: open.notBefore }) })
  const ended = await endRefundedReview(sent, change)
  return ended.ok || ended.code === 'not-in-review' ? ok({ amount, state: 'done' }) : ended
}

/** Why a refund by hand was not noted. */
export type HandRefundFailure =
  | 'unknown-order'
  | 'no-such-refund'
  | 'not-a-day'
  | 'day-to-come'
  | 'day-before-payment'
  | 'no-reason'
  | 'no-account'

const NOON = 12 * 60 * 60 * 1000

/**
 * Notes that the owner made a refund by hand on a Taipei day (YYYY-MM-DD), with its reference at the bank or console;
 * ends the review that it was the last refund of. Throws ProviderProblem and DatabaseUnavailable.
 */
export async function noteHandRefund({
  orderId,
  number,
  day,
  reference,
  context,
}: {
  readonly orderId: string
  readonly number: number
  readonly day: string
  readonly reference: string
  readonly context: OwnerContext
}): Promise<Result<Order, HandRefundFailure>> {
  if (!isDay(day)) return fail('not-a-day')
  const start = Date.parse(daySpan(day).from)
  if (start > context.at.getTime()) return fail('day-to-come')
  const at = new Date(Math.min(start + NOON, context.at.getTime())).toISOString()
  const change = changeContext(context)
  const noted = await execute(orderId, (stored): Result<OrderChange, HandRefundFailure> => {
    // It is booked on its day: a slip of the year would change books that are closed.
    const paidOn = taipeiDay(new Date(capturedAt(stored) ?? stored.createdAt))
    if (day < paidOn) return fail('day-before-payment')
    const made = noteMadeByHand(stored, { number, made: { at, reference } }, change)
    return made ? ok(made) : fail('no-such-refund')
  })
  if (!noted.ok || !isReviewRefunded(noted.data.payment)) return noted
  const reason = noted.data.payment?.refundRequests?.at(-1)?.reason
  const ended = await endRefundedReview(noted.data, changeContext(context, reason))
  // A review that can't end so stays with the owner.
  return ended.ok ? ended : noted
}

/** Takes back a refund by hand that is owed and was not made. Throws DatabaseUnavailable. */
export async function withdrawHandRefund({
  orderId,
  number,
  reason,
  context,
}: {
  readonly orderId: string
  readonly number: number
  readonly reason: string
  readonly context: OwnerContext
}): Promise<Result<Order, HandRefundFailure>> {
  if (reason.trim() === '') return fail('no-reason')
  return execute(orderId, (stored): Result<OrderChange, HandRefundFailure> => {
    const withdrawn = withdrawOwed(stored, number, changeContext(context, reason))
    return withdrawn ? ok(withdrawn) : fail('no-such-refund')
  })
}

/**
 * The account that a buyer named for a refund by transfer, for the owner who proved who they are. It is in no list, export
 * or book. Throws DatabaseUnavailable.
 */
export async function showRefundAccount({
  orderId,
  number,
  context,
}: {
  readonly orderId: string
  readonly number: number
  readonly context: OwnerContext
}): Promise<Result<StoredRefundAccount, HandRefundFailure>> {
  const account = await readRefundAccount(orderId, number, context.at)
  return account ? ok(account) : fail('no-account')
}

/** Asks the buyer once more for the account of a refund by transfer; the reason stands in the mail. Throws DatabaseUnavailable. */
export async function askAccountAgain({
  orderId,
  number,
  reason,
  context,
}: {
  readonly orderId: string
  readonly number: number
  readonly reason: string
  readonly context: OwnerContext
}): Promise<Result<Order, HandRefundFailure>> {
  return execute(orderId, (stored): Result<OrderChange, HandRefundFailure> => {
    const change = accountAsked(stored, number, changeContext(context, reason))
    return change ? ok(change) : fail('no-such-refund')
  })
}

/** An order under review or in dispute, and every capture that the provider holds for it now. */
export type Review = { readonly order: Order; readonly captures: readonly HeldCapture[] }

/**
 * Returns reviews and open disputes, oldest first, with the provider's state. Throws
 * ProviderProblem, DatabaseUnavailable.
 */
export async function findReviews(): Promise<readonly Review[]> {
  const [inReview, disputed] = await Promise.all([ordersInReview(), ordersDisputed()])
  const orders = [...new Map([...inReview, ...disputed].map((one) => [one.id, one])).values()]
  orders.sort((one, other) => one.createdAt.localeCompare(other.createdAt))
  const reviews: Review[] = []
  for (const order of orders) reviews.push({ order, captures: await capturesOf(order) })
  return reviews
}

/** Maximum delay of PayPal's transaction search, in milliseconds. */
const BOOKS_BEHIND = 3 * 60 * 60 * 1000

// Everything that was booked for the order since it was placed; nothing while the books may not have it yet.
async function booksOf(order: Order, now: Date): Promise<ProviderBooks | undefined> {
  const { payment, createdAt } = order
  if (!payment || now.getTime() - Date.parse(payment.changedAt) < BOOKS_BEHIND) return undefined
  const booked = await paypalTransactions(createdAt, now.toISOString())
  const ours = booked.filter((one) => isMoney(one) && orderOf(one, [order]))
  const sum = ours.reduce((total, { amount }) => total + amount, 0)
  // An amount that can't be read counts as money that is there.
  const left = Number.isNaN(sum) ? Number.POSITIVE_INFINITY : sum
  return { payments: ours.filter(isSale).length, left }
}

/**
 * Ends a review if the provider's state agrees. `belowZero` allows overselling. Throws
 * ProviderProblem, DatabaseUnavailable.
 */
export async function resolveReview({
  orderId,
  end,
  reason,
  belowZero,
  context,
}: {
  readonly orderId: string
  readonly end: ReviewEnd
  readonly reason: string
  readonly belowZero?: string | undefined
  readonly context: OwnerContext
}): Promise<Result<Order, ReviewRefusal | 'unknown-order'>> {
  const order = await readOrder(orderId)
  if (!order) return fail('unknown-order')
  const captures = await capturesOf(order)
  const booked = needsLedger(end, { captures }) ? await booksOf(order, context.at) : undefined
  const requests = order.payment?.refundRequests
  return closeReview(
    order,
    { end, captures, requests, booked, belowZero },
    changeContext(context, reason),
  )
}
