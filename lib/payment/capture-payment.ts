import 'server-only'

import { readOrder } from '../adapters/firestore/orders.ts'
import { isLapsed, isOverdue } from '../order/hold.ts'
import type { Order } from '../order/order.ts'
import { log } from '../log.ts'
import { termsOf } from './methods.ts'
import { findAttempt } from './payment.ts'
import { isPayable, isUnsettled, paymentStatus, unsettledAttempts } from './payment-status.ts'
import { ProviderProblem } from './provider.ts'
import { captureApproved, finishPayment } from './settle-payment.ts'

// A call without an answer is not lost. The order keeps its state, and page, webhook and
// sweep ask again. A shop that could not ask never says "not paid".
async function orAsStored(order: Order, work: Promise<Order>): Promise<Order> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    const { issue, status, debugId } = error
    log('provider-unanswered', { order: order.orderId, issue, status, debugId })
    const stored = (await readOrder(order.id)) ?? order
    if (isPayable(paymentStatus(stored))) throw error
    return stored
  }
}

/**
 * Asks the provider about every attempt of an order whose outcome it may know, and finishes them;
 * what may hold money first. Throws ProviderProblem and DatabaseUnavailable.
 */
async function finishUnsettled(order: Order): Promise<Order> {
  let current = order
  for (const { reference = '' } of unsettledAttempts(order)) {
    current = await finishPayment(current, reference, 'member')
    if (!isPayable(paymentStatus(current))) break
  }
  return current
}

/**
 * Finishes what was approved before another attempt begins. Once something was captured without an answer the
 * order is returned as it is stored, which is being confirmed. Throws ProviderProblem and DatabaseUnavailable.
 */
export function finishOpen(order: Order): Promise<Order> {
  return orAsStored(order, finishUnsettled(order))
}

/**
 * Takes the money of an order that its member has just approved, after seeing so many refusals of this attempt;
 * returns the order after that, `capturing` when the provider gave no answer. A reference that is not this
 * order's changes nothing. Throws DatabaseUnavailable when nothing was sent, and ProviderProblem when a provider
 * that has to be asked first could not be.
 */
export async function capturePayment(
  order: Order,
  reference: string,
  refusalsSeen: number,
): Promise<Order> {
  const attempt = findAttempt(order.payment, reference)
  if (!attempt) return order
  const { hasKeys } = termsOf(attempt.provider)
  const approval = hasKeys ? { refusalsSeen } : undefined
  // The provider is asked first where no key protects, and where the page's word would keep pieces from others.
  return hasKeys && !isLapsed(order) && !isOverdue(order, new Date())
    ? captureApproved(order, reference, { by: 'member', approval })
    : orAsStored(order, finishPayment(order, reference, 'member', approval))
}

/**
 * Asks the provider about an open payment and finishes it; returns the order after that. Throws
 * ProviderProblem when the order is unpaid and the provider could not be asked, and
 * DatabaseUnavailable.
 */
export async function refreshPayment(order: Order): Promise<Order> {
  return isUnsettled(order) ? finishOpen(order) : order
}
