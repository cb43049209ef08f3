import 'server-only'

import { readOrder } from '../adapters/firestore/orders.ts'
import { PaypalProblem } from '../adapters/paypal/problem.ts'
import type { Order } from '../order/order.ts'
import { reportEvent } from '../report/report-event.ts'
import { captureApproved, finishPayment } from './settle-payment.ts'
import { isPayable, isUnsettled, standing } from './standing.ts'

// What PayPal has not answered is not lost: the order keeps its state, and page, webhook and sweep ask again. Nobody is told "not paid" by a shop that could not ask.
async function orAsStored(order: Order, work: Promise<Order>): Promise<Order> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof PaypalProblem)) throw error
    const { issue, status, debugId } = error
    reportEvent('paypal-unanswered', { order: order.orderId, issue, status, debugId })
    const stored = (await readOrder(order.id)) ?? order
    if (isPayable(standing(stored))) throw error
    return stored
  }
}

/** Takes the money of an order that its member has just approved at PayPal; answers the order as it then stands, `capturing` when PayPal gave no answer. A PayPal id that is not this order's changes nothing. Throws DatabaseUnavailable, and PaypalProblem when PayPal gave no answer and the order stands unpaid. */
export async function capturePayment(order: Order, paypalOrderId: string): Promise<Order> {
  if (!order.payment?.paypalOrderIds.includes(paypalOrderId)) return order
  return orAsStored(
    order,
    captureApproved(order, paypalOrderId, { by: 'member', mayCapture: () => true }),
  )
}

/** Asks PayPal what became of an open payment while nobody looked, and finishes it; answers the order as it then stands. Throws as capturePayment does. */
export async function refreshPayment(order: Order): Promise<Order> {
  const id = order.payment?.paypalOrderId
  if (id === undefined || !isUnsettled(order)) return order
  return orAsStored(order, finishPayment(order, id, { by: 'member' }))
}
