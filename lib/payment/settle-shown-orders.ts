import 'server-only'

import { readOrder } from '../adapters/firestore/orders.ts'
import { hasAllowance } from '../limit/require-allowance.ts'
import type { OrderSummary } from '../order/order-list.ts'
import { logFailure } from '../log.ts'
import { sendWritten } from '../mail/send-mails.ts'
import { refreshPayment } from './capture-payment.ts'
import { isUnsettled, unsettledAttempts } from './payment-status.ts'

/** Finishes what became of open payments while their member was away, for the orders that a page of the account shows; run after the page was sent, so it fails silently but for the log. */
export async function settleShownOrders(orders: readonly OrderSummary[]): Promise<void> {
  for (const shown of orders.filter(isUnsettled)) {
    try {
      const order = await readOrder(shown.id)
      // Who asks PayPal too often waits for the webhook or the sweep.
      const questions = order ? unsettledAttempts(order).length : 0
      if (order && hasAllowance(order.uid, 'payment', questions)) await refreshPayment(order)
    } catch (error) {
      logFailure('settle-shown-orders', error, { order: shown.orderId })
    }
  }
  await sendWritten()
}
