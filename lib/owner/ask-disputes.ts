import 'server-only'

import { log } from '../log/log.ts'
import type { Order } from '../order/order.ts'
import { ProviderProblem } from '../order/payment/provider.ts'
import { refreshDisputes } from '../order/payment/sweep-payments.ts'

/**
 * Updates an order's open disputes from the provider before shipping. Returns false without an
 * answer. Throws DatabaseUnavailable.
 */
export async function areDisputesKnown(order: Order): Promise<boolean> {
  try {
    await refreshDisputes(order)
    return true
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    log('disputes-unanswered', { order: order.orderNumber, issue: error.issue }, 'WARNING')
    return false
  }
}
