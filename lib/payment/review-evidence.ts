import { isDeepStrictEqual } from 'node:util'

import type { Order } from '#lib/order/order.ts'
import { amountBack, withTakenKinds } from '#lib/payment/refund/charged-back.ts'
import { type Refund, refundsUnderWay } from '#lib/payment/refund/refund-record.ts'
import { withOwnKeys } from './own-keys.ts'
import type { Payment } from './payment.ts'
import type { ProviderCapture } from './provider.ts'
import type { ReviewEnd } from './review-end.ts'

/** The provider's books for an order number: how many payments, and what is left of their money in whole TWD. */
export type ProviderBooks = { readonly payments: number; readonly left: number }

/** A capture that the provider holds, with the reference of its attempt and what went back of it, in whole TWD. */
export type ReviewCapture = ProviderCapture & {
  readonly reference: string
  readonly refundedAmount: number
  readonly refunds: readonly Refund[]
}

/** A capture with what went back of it, by the same rules as when the shop records it. */
export function reviewCapture(
  order: Order,
  capture: ProviderCapture & { readonly reference: string },
  listed: readonly Refund[],
): ReviewCapture {
  const { refunds: known = [], disputes } = order.payment ?? {}
  const refunds = withTakenKinds(
    { refunds: known, disputes },
    capture,
    withOwnKeys(order, capture.id, listed),
  )
  return { ...capture, refunds, refundedAmount: amountBack(capture, refunds, disputes) }
}

/**
 * The provider's captures of all attempts. `booked` is missing when its ledger was not asked or may
 * lag.
 */
export type ReviewEvidence = {
  /** The refund requests of the order about which the provider was asked. */
  readonly requests?: Payment['refundRequests']
  readonly captures: readonly ReviewCapture[]
  readonly booked?: ProviderBooks | undefined
}

// The capture that pays the order, or paid it; where it never was paid, one of its price. Any other came and went.
export function countedCapture(
  { payment, paidAt, totalAmount }: Order,
  captures: readonly ReviewCapture[],
): ReviewCapture | undefined {
  const kept = captures.find(isKept)
  if (kept) return kept
  const back = captures.filter(({ status }) => status === 'refunded')
  const paying = paidAt === undefined ? undefined : back.find(({ id }) => id === payment?.captureId)
  const isPrice = ({ amount, currency }: ReviewCapture) =>
    currency === 'TWD' && amount === totalAmount
  return paying ?? back.find(isPrice)
}

export const isKept = ({ status }: ReviewCapture) =>
  status === 'completed' || status === 'partly-refunded'

export function isMoneyReturned({ captures }: Pick<ReviewEvidence, 'captures'>): boolean {
  return captures.some(({ status }) => status === 'refunded')
}

/** Whether ending a review needs the provider's ledger, which also lists money paid elsewhere. */
export function needsLedger(end: ReviewEnd, evidence: Pick<ReviewEvidence, 'captures'>): boolean {
  return end !== 'paid' && !isMoneyReturned(evidence)
}

// A provider that does not know a payment for a moment has not given its money back.
export function isMoneyUnseen({ attempts }: Payment, { captures }: ReviewEvidence): boolean {
  const seen = new Set(captures.map(({ id }) => id))
  return attempts.some(
    ({ state, captureId }) =>
      state === 'captured' && captureId !== undefined && !seen.has(captureId),
  )
}

/** The captures of which the provider holds money. */
export function capturedMoney(captures: readonly ReviewCapture[]): readonly ReviewCapture[] {
  return captures.filter((capture) => isKept(capture) && capture.amount > capture.refundedAmount)
}

/** Of several payments of a paid order one that does not pay it, or undefined if none is known to be too much. */
export function surplusCapture(
  { status, payment }: Pick<Order, 'status' | 'payment'>,
  held: readonly ReviewCapture[],
): string | undefined {
  if (status !== '已付款' || held.length < 2) return undefined
  return held.find(({ id }) => id !== payment?.captureId)?.id
}

/** Whether a refund of the order is not settled, or was asked for since the provider was. */
export function isMoneyMoving(
  payment: Payment,
  { requests }: Pick<ReviewEvidence, 'requests'>,
): boolean {
  return refundsUnderWay(payment).length > 0 || !isDeepStrictEqual(payment.refundRequests, requests)
}
