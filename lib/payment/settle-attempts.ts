import 'server-only'

import type { ChangeContext } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { unsettledAttempts } from './payment-status.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Asks the provider about unsettled attempts; captures nothing. Throws ProviderProblem and
 * DatabaseUnavailable.
 */
export async function settleAttempts(order: Order, by: ChangeContext['by']): Promise<Order> {
  let current = order
  for (const { reference = '' } of unsettledAttempts(order)) {
    current = await settlePayment(current, reference, by)
  }
  return current
}
