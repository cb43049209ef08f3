import 'server-only'

import { log } from '../log.ts'
import type { Order } from '../order/order.ts'
import { ProviderProblem } from '../payment/provider.ts'
import { refreshDisputes } from '../payment/settle-disputes.ts'

/**
 * Asks the provider how the known disputes of an order stand, before goods leave. False when it does not answer.
 * Throws DatabaseUnavailable.
 */
export async function areDisputesKnown(order: Order): Promise<boolean> {
  try {
    await refreshDisputes(order)
    return true
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    log('disputes-unanswered', { order: order.orderId, issue: error.issue }, 'WARNING')
    return false
  }
}
