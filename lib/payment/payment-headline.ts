import type { OrderStatus } from '#lib/order/order-status.ts'

/** Why an attempt was ended whose order had given its units back, when they were gone. */
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
  /** Nothing was captured, and nothing can be until the owner has looked: the provider refuses the number. */
  | 'blocked'
  | 'expired'
  | 'partly-refunded'
  | 'refunded'
  | 'taken-back'
  | 'disputed'
  | 'cancelled'
  /** Nothing was captured, because the units were gone; payable again when there are some. */
  | 'out-of-stock'

/** Headline of a payment page: pay, or how the order stands. */
export type Headline =
  | 'pay'
  | 'ordered'
  | 'shipped'
  | 'completed'
  | Exclude<PaymentStatus, PayableStatus | 'paid'>

/** The headline of an order whose payment stands so; `order` is the order's own status. */
export function headlineOf(status: PaymentStatus, order?: OrderStatus): Headline {
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
 * A member's view of a payment: its status, whether the same window may open again, and
 * how many refusals of the attempt the answer tells.
 */
export type PaymentAnswer = {
  readonly status: PaymentStatus
  readonly again: boolean
  readonly refusals: number
  /** The provider that tells nothing of it now: the status is the last one known, and money may have come since. */
  readonly unanswered?: string
}

/** Why no payment can be started: the order's status, the provider's refusal, no units, or too many attempts. */
export type StartRefusal =
  | Exclude<PaymentStatus, PayableStatus>
  | typeof OUT_OF_STOCK
  | 'refused'
  | 'too-many'
  /** No number for a transfer or a store is made for this order now: only another way helps. */
  | 'no-number'

/**
 * Data for the browser to open the approval. `approveAt` is the provider's own page, if it has one.
 */
export type ApprovalStart = {
  readonly reference: string
  readonly refusals: number
  readonly approveAt?: string
}
