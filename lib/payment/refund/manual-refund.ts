import type { Payment } from '#lib/payment/payment.ts'
import {
  MANUAL_REFUND_AFTER_DAYS,
  type Refund,
  refundKey,
  type RefundRequest,
  type RequestFields,
} from './refund-record.ts'

/** The refunds that the owner made by hand, of one capture, as an answer of the provider's would list them. */
export function manualRefunds(
  { id, payment }: { readonly id: string; readonly payment?: Payment | undefined },
  captureRef: string,
): readonly Refund[] {
  return (payment?.refundRequests ?? []).flatMap(({ number, amount, made, capture }) =>
    made && (capture?.captureRef ?? payment?.captureId) === captureRef
      ? [{ id: manualRefundId(number), amount, at: made.at, key: refundKey(id, number) }]
      : [],
  )
}

/** The id under which a refund by hand stands among an order's refunds. */
export function manualRefundId(number: number): string {
  return `by-hand-${number}`
}

/**
 * When a refund that was made by hand on a Taipei day (YYYY-MM-DD) is booked: at noon, but never before the payment that it
 * gives back, nor in the time to come.
 */
export function manualRefundTime(day: string, paidAt: string, now: Date): string {
  const noon = Date.parse(`${day}T12:00:00+08:00`)
  const earliest = Math.max(noon, Date.parse(paidAt) + 1)
  return new Date(Math.min(earliest, now.getTime())).toISOString()
}

/** Within so many days after it was asked for a refund by hand is made: consumers have a right to it after a withdrawal. */
export const MANUAL_REFUND_DAYS = 15

/** The refunds of an order that nobody but the owner can make, and has not made yet. */
export function openManualRefunds(payment: RequestFields): readonly RefundRequest[] {
  return payment?.refundRequests?.filter(({ state }) => state === 'by-hand') ?? []
}

/** When the owner is notified of the refunds that are still due, in milliseconds since 1970. */
export function manualRefundTimes(payment: RequestFields): readonly number[] {
  return openManualRefunds(payment).flatMap(({ at }) =>
    MANUAL_REFUND_AFTER_DAYS.map((days) => Date.parse(at) + days * 24 * 60 * 60 * 1000),
  )
}
