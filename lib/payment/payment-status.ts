import type { Order } from '#lib/order/order.ts'
import { UNPAID_FOR } from '#lib/order/unpaid-limit.ts'
import { takenAmount } from '#lib/payment/refund/charged-back.ts'
import { isDisputed } from './dispute.ts'
import { PROVIDER_TITLES, USUAL_TITLE } from './method-titles.ts'
import { type PaymentMethod, providerOf } from './methods.ts'
import {
  isPayable,
  OUT_OF_STOCK,
  type PaymentAnswer,
  type PaymentStatus,
} from './payment-headline.ts'
import {
  type Attempt,
  attemptEnd,
  codeAttempt,
  findAttempt,
  isLocking,
  isUnsettledAttempt,
  MOST_REFUSALS,
  openPaymentCode,
  type Payment,
  type PaymentState,
} from './payment.ts'
import { termsOf } from './provider-terms.ts'

const later = (a: Attempt, b: Attempt) =>
  a.changedAt === b.changedAt ? a.number - b.number : a.changedAt.localeCompare(b.changedAt)

/** The attempt that decides the payment: one with money, else the last changed open one, else the last. */
export function leadingAttempt(attempts: readonly Attempt[]): Attempt | undefined {
  const sorted = attempts.toSorted(later)
  for (const state of ['captured', 'capturing', 'pending'] as const) {
    const found = sorted.find((attempt) => attempt.state === state)
    if (found) return found
  }
  return sorted.findLast(({ state }) => state !== 'closed') ?? sorted.at(-1)
}

/** The state of a payment of `total` TWD, by its attempts, refunds and review. */
export function paymentState(payment: Omit<Payment, 'state'>, total: number): PaymentState {
  if (payment.review) return 'review'
  const leading = leadingAttempt(payment.attempts)
  switch (leading?.state) {
    case 'captured':
      if (payment.refundedAmount >= total) return 'refunded'
      return payment.refundedAmount > 0 ? 'partly-refunded' : 'paid'
    case 'creating':
    case 'open':
    case 'capturing':
    case 'pending':
      return leading.state
    case 'refused':
      return 'declined'
    case 'closed':
      return leading.refusedAt === undefined ? 'expired' : 'declined'
    case undefined:
      return 'creating'
  }
}

export type StatusFields = Pick<Order, 'status' | 'payment'>

function statusOfState({ status, payment }: StatusFields): PaymentStatus {
  switch (payment?.state) {
    case undefined:
    case 'creating':
    case 'open':
      return status === '待付款' ? 'unpaid' : 'paid'
    case 'capturing':
      return 'confirming'
    case 'declined':
      return leadingAttempt(payment.attempts)?.reason === OUT_OF_STOCK ? OUT_OF_STOCK : 'declined'
    case 'pending':
    case 'review':
    case 'expired':
    case 'paid':
    case 'partly-refunded':
      return payment.state
    case 'refunded':
      return takenAmount(payment) > 0 ? 'taken-back' : 'refunded'
  }
}

/** The status of an order's payment. `paid` comes from the order's own status only. */
export function paymentStatus(order: StatusFields): PaymentStatus {
  const status = statusOfState(order)
  if (status === 'review') {
    const { attempts = [], review } = order.payment ?? {}
    const isHeld = attempts.some(({ state }) => state === 'captured' || state === 'pending')
    // Every attempt was asked for before this reason was stored, and none held money.
    return review?.reason === 'duplicate-invoice' && !isHeld ? 'blocked' : status
  }
  const isBack = ['refunded', 'taken-back', 'partly-refunded'].includes(status)
  if (order.status === '已取消' && !isBack) return 'cancelled'
  if (isDisputed(order.payment)) return 'disputed'
  // A paid order is never payable, whatever the state of an attempt.
  return order.status !== '待付款' && isPayable(status) ? 'paid' : status
}

/** The way by which an order is paid, or was tried last. */
export function methodOf(payment: Payment | undefined): PaymentMethod | undefined {
  return payment && (leadingAttempt(payment.attempts)?.method ?? payment.method)
}

/** The provider of that way, as people know it. */
export function providerTitle(payment: Payment | undefined): string {
  const method = methodOf(payment)
  return method ? PROVIDER_TITLES[providerOf(method)] : USUAL_TITLE
}

/**
 * Returns attempts to ask the provider about, those that may hold money first. A settled order has
 * only those.
 */
export function unsettledAttempts({ status, payment }: StatusFields): readonly Attempt[] {
  if (!payment || payment.review) return []
  const unsettled = payment.attempts.filter(isUnsettledAttempt)
  const underWay = unsettled.filter(isLocking)
  if (status !== '待付款') return underWay
  return [...underWay, ...unsettled.filter((attempt) => !isLocking(attempt))]
}

/** Until when an unpaid order can be paid: 72 hours, longer while a number of it may be paid, or was just now. */
export function unpaidUntil({ createdAt, payment }: Pick<Order, 'createdAt' | 'payment'>): Date {
  const attempt = codeAttempt(payment)
  const usual = Date.parse(createdAt) + UNPAID_FOR
  return new Date(attempt ? Math.max(usual, attemptEnd(attempt)) : usual)
}

/** Until when an order asks its buyer to pay: by its payment code's own date where it has one, which is the only date then. */
export function payUntil(order: Pick<Order, 'createdAt' | 'payment'>, now: Date): Date {
  const code = openPaymentCode(order.payment, now)
  return code ? new Date(code.expiresAt) : unpaidUntil(order)
}

/** Whether a payment has an outcome that the provider may know already and the shop does not. */
export function isUnsettled(order: StatusFields): boolean {
  return unsettledAttempts(order).length > 0
}

/**
 * Whether the buyer can approve the same attempt again after a refused capture. After three refusals
 * the page offers the other payment method.
 */
export function canRetryApproval({ payment }: Pick<Order, 'payment'>): boolean {
  const attempt = payment && leadingAttempt(payment.attempts)
  if (payment?.state !== 'declined' || attempt?.state !== 'refused') return false
  const { approvedAgain } = termsOf(attempt.provider)
  return attempt.refusals < MOST_REFUSALS && approvedAgain.has(attempt.reason ?? '')
}

/** Returns a member's view of the payment, with the refusals of the attempt of this reference. */
export function paymentAnswer(order: StatusFields, reference?: string): PaymentAnswer {
  const named = reference === undefined ? undefined : findAttempt(order.payment, reference)
  const attempt = named ?? (order.payment && leadingAttempt(order.payment.attempts))
  return {
    status: paymentStatus(order),
    again: canRetryApproval(order),
    refusals: attempt?.refusals ?? 0,
  }
}

/** The attempt whose capture pays an order. */
export function paidAttempt({ payment }: Pick<Order, 'payment'>): Attempt | undefined {
  const captureId = payment?.captureId
  return payment?.attempts.find(
    (attempt) => captureId !== undefined && attempt.captureId === captureId,
  )
}
