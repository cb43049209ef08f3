import type { Order } from '../order.ts'
import { isDisputed } from './disputes.ts'
import { type PaymentMethod, PROVIDER_TITLES, providerOf, termsOf, USUAL_TITLE } from './methods.ts'
import {
  type Attempt,
  findAttempt,
  isLocking,
  isUnsettledAttempt,
  MOST_REFUSALS,
  type Payment,
} from './payment.ts'
import { takenAmount } from './money-back.ts'
import { leadingAttempt } from './payment-state.ts'

/** Why an attempt was ended whose order had given its pieces back, when they were gone. */
export const OUT_OF_STOCK = 'out-of-stock'

/**
 * The status of an order's payment, as a member sees it. `taken-back`: all of it went back, and not all by refunds of
 * the shop's.
 */
export type PaymentStatus =
  | 'unpaid'
  | 'confirming'
  | 'pending'
  | 'paid'
  | 'declined'
  | 'review'
  | 'expired'
  | 'partly-refunded'
  | 'refunded'
  | 'taken-back'
  | 'disputed'
  | 'cancelled'
  /** Nothing was captured, because the pieces were gone; payable again when there are some. */
  | 'out-of-stock'

type StatusFields = Pick<Order, 'status' | 'payment'>

function statusOfState({ status, payment }: StatusFields): PaymentStatus {
  switch (payment?.state) {
    case undefined:
    case 'creating':
    case 'open':
      return status === '待付款' ? 'unpaid' : 'paid'
    case 'capturing':
      return 'confirming'
    case 'declined':
      return declinedStatus(payment)
    case 'pending':
    case 'review':
    case 'expired':
    case 'paid':
    case 'partly-refunded':
      return payment.state
    case 'refunded':
      return refundedStatus(payment)
  }
}

function declinedStatus({ attempts }: Payment): PaymentStatus {
  return leadingAttempt(attempts)?.reason === OUT_OF_STOCK ? OUT_OF_STOCK : 'declined'
}

function refundedStatus(payment: Payment): PaymentStatus {
  return takenAmount(payment) > 0 ? 'taken-back' : 'refunded'
}

/** The status of an order's payment. `paid` comes from the order's own status only. */
export function paymentStatus(order: StatusFields): PaymentStatus {
  const status = statusOfState(order)
  if (status === 'review') return status
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

/** Whether a payment has an outcome that the provider may know already and the shop does not. */
export function isUnsettled(order: StatusFields): boolean {
  return unsettledAttempts(order).length > 0
}

export type Headline =
  | 'pay'
  | 'ordered'
  | 'shipped'
  | 'completed'
  | Exclude<PaymentStatus, PayableStatus | 'paid'>

/** The headline of an order whose payment stands so; `order` is the order's own status. */
export function headlineOf(status: PaymentStatus, order?: Order['status']): Headline {
  if (isPayable(status)) return 'pay'
  if (status !== 'paid') return status
  if (order === '已出貨') return 'shipped'
  return order === '已完成' ? 'completed' : 'ordered'
}

const PAYABLE = ['unpaid', 'declined', 'expired', OUT_OF_STOCK] as const

/** The statuses of a payment that can be started, or started again. */
type PayableStatus = (typeof PAYABLE)[number]

/** Whether a payment with this status can be started, or started again. */
export function isPayable(status: PaymentStatus): status is PayableStatus {
  return PAYABLE.some((one) => one === status)
}

/**
 * Whether the buyer can approve the same attempt again after a refused capture. After three refusals
 * the page offers the other way to pay.
 */
export function canRetryApproval({ payment }: Pick<Order, 'payment'>): boolean {
  const attempt = payment && leadingAttempt(payment.attempts)
  if (payment?.state !== 'declined' || attempt?.state !== 'refused') return false
  const { approvedAgain } = termsOf(attempt.provider)
  return attempt.refusals < MOST_REFUSALS && approvedAgain.has(attempt.reason ?? '')
}

/**
 * A member's view of a payment: its status, whether the same window may open again, and
 * how many refusals of the attempt the answer tells.
 */
export type PaymentAnswer = {
  readonly status: PaymentStatus
  readonly again: boolean
  readonly refusals: number
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

/** Why no payment can be started: the order's status, the provider's refusal, no pieces, or too many attempts. */
export type StartRefusal =
  | Exclude<PaymentStatus, PayableStatus>
  | typeof OUT_OF_STOCK
  | 'refused'
  | 'too-many'

/**
 * Data for the browser to open the approval. `approveAt` is the provider's own page, if it has one.
 */
export type ApprovalStart = {
  readonly reference: string
  readonly refusals: number
  readonly approveAt?: string
}
