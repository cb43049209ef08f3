import 'server-only'

import { readOrder } from '../../adapters/firestore/orders.ts'
import { hasAllowance } from '../../limit/require-allowance.ts'
import type { OrderSummary } from '../order-summary.ts'
import { logFailure } from '../../log/log.ts'
import { finishWritten } from '../../sweep/after-answer.ts'
import { refreshPayment } from './capture-payment.ts'
import { isUnsettled, unsettledAttempts } from './payment-status.ts'

/**
 * Settles the open payments among the orders that a page shows. Runs after the page was sent, so a
 * failure is only logged.
 */
export async function settleShownOrders(orders: readonly OrderSummary[]): Promise<void> {
  for (const shown of orders.filter(isUnsettled)) {
    try {
      const order = await readOrder(shown.id)
      // Above the limit, the webhook or the sweep settles the order.
      const questions = order ? unsettledAttempts(order).length : 0
      if (order && hasAllowance(order.uid, 'payment', questions)) await refreshPayment(order)
    } catch (error) {
      logFailure('settle-shown-orders', error, { order: shown.orderNumber })
    }
  }
  await finishWritten()
}
