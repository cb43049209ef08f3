import 'server-only'

import { readOrder } from '../../adapters/firestore/orders.ts'
import { isLapsed, isOverdue } from '../hold.ts'
import type { Order } from '../order.ts'
import { log } from '../../log/log.ts'
import { termsOf } from './methods.ts'
import { findAttempt } from './payment.ts'
import { isUnsettled, paymentStatus, unsettledAttempts } from './payment-status.ts'
import { isPayable } from './statuses.ts'
import { ProviderProblem } from './provider.ts'
import { captureApproved, finishPayment } from './settle-payment.ts'

// Returns the stored order when the provider gives no answer. Throws ProviderProblem if it is
// payable.
async function orAsStored(order: Order, work: Promise<Order>): Promise<Order> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    const { issue, status, debugId } = error
    log('provider-unanswered', { order: order.orderNumber, issue, status, debugId })
    const stored = (await readOrder(order.id)) ?? order
    if (isPayable(paymentStatus(stored))) throw error
    return stored
  }
}

/**
 * Finishes every unsettled attempt, those with money first. Throws ProviderProblem and
 * DatabaseUnavailable.
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
 * Finishes open attempts, or returns the order being confirmed. Throws ProviderProblem and
 * DatabaseUnavailable.
 */
export function finishOpen(order: Order): Promise<Order> {
  return orAsStored(order, finishUnsettled(order))
}

/**
 * Captures the member's approval; `capturing` means no answer yet. Throws ProviderProblem and
 * DatabaseUnavailable.
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
 * Finishes an unsettled payment; returns any other order as is. Throws ProviderProblem and
 * DatabaseUnavailable.
 */
export async function refreshPayment(order: Order): Promise<Order> {
  return isUnsettled(order) ? finishOpen(order) : order
}
