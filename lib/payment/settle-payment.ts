import 'server-only'

import type { ReservedStockByProduct } from '#lib/inventory/stock.ts'
import { log } from '#lib/log/log.ts'
import type { ChangeContext } from '#lib/order/events.ts'
import { changeOrder } from '#lib/order/order-store.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { withReviewRefunds } from '#lib/payment/refund/review-refund.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { paidWithReservation } from './paid-with-reservation.ts'
import { evaluateProviderOrder, type PaymentOutcome } from './payment-outcome.ts'
import { type Attempt, findAttempt } from './payment.ts'
import { type ProviderOrder, ProviderProblem } from './provider.ts'
import { findProvider } from './providers.ts'
import { hasQuestionShare } from './question-limits.ts'
import { readPayment } from './read-payment.ts'
import { applyVerdict } from './settlement.ts'

/** Actor of a change of a payment. */
export type By = ChangeContext['by']

/** An order with one of its attempts that the provider knows by its reference. */
export type AttemptRef = {
  readonly order: Order
  readonly attempt: Attempt
  readonly reference: string
}

export const now = (by: By): ChangeContext => ({ now: new Date(), by })

/** The attempt of an order that has this reference of its provider's. */
export function findAttemptRef(order: Order, reference: string): AttemptRef | undefined {
  const attempt = findAttempt(order.payment, reference)
  return attempt && { order, attempt, reference }
}

/** Changes a stored order, and returns it after the change. Throws DatabaseUnavailable. */
export async function changeStored(
  order: Order,
  change: (stored: Order, taken: ReservedStockByProduct) => OrderChange | undefined,
): Promise<Order> {
  return (await changeOrder(order.id, change)) ?? order
}

/** Records what the provider says of an attempt. Throws DatabaseUnavailable. */
export async function recordProviderState(
  { order, attempt, reference }: AttemptRef,
  answer: ProviderOrder | undefined,
  by: By,
): Promise<{ readonly order: Order; readonly verdict: PaymentOutcome }> {
  const { id, orderNumber, totalAmount, payment } = order
  const number = findProvider(attempt.provider).numberOf(orderNumber, attempt.number)
  const expected = { id, number, totalAmount, disputes: payment?.disputes }
  const verdict: PaymentOutcome = answer
    ? evaluateProviderOrder(answer, expected)
    : { kind: 'missing' }
  const products = await findProducts()
  const settled = await changeStored(order, (stored, taken) => {
    const change = applyVerdict(stored, { reference, verdict, before: order }, now(by))
    const settling = withReviewRefunds(stored, change, { reference, answer }, now(by))
    return paidWithReservation(stored, settling, { taken, products }, now(by))
  })
  if (settled.history.length !== order.history.length) {
    const state = settled.payment?.state
    log('payment', { order: orderNumber, verdict: verdict.kind, state, by })
  }
  return { order: settled, verdict }
}

/** Asks the provider about an attempt and records what it says. Throws ProviderProblem and DatabaseUnavailable. */
export async function settle(known: AttemptRef, by: By) {
  const { order, attempt } = known
  const { provider, approveAt } = attempt
  // Another address of the provider, such as its sandbox's, says "not there" about every payment.
  if (approveAt !== undefined && findProvider(provider).isApprovalPage?.(approveAt) === false) {
    log('provider-address', { order: order.orderNumber, provider }, 'ERROR')
    throw new ProviderProblem('find', { kind: 'unknown', issue: 'OTHER_ADDRESS' })
  }
  if (by === 'member' && !hasQuestionShare(order, provider)) {
    throw new ProviderProblem('find', { kind: 'unknown', issue: 'SHARE_USED_UP' })
  }
  const answer = await readPayment(order, attempt, { isUrgent: by === 'provider' })
  return recordProviderState(known, answer, by)
}

/**
 * Records an attempt's outcome; captures nothing. Throws ProviderProblem and DatabaseUnavailable.
 */
export async function settlePayment(order: Order, reference: string, by: By): Promise<Order> {
  const known = findAttemptRef(order, reference)
  return known ? (await settle(known, by)).order : order
}
