import type { Order } from '../order/order.ts'

/** How an order's payment stands, as a member is told it. */
export type Standing =
  | 'unpaid'
  | 'confirming'
  | 'pending'
  | 'paid'
  | 'declined'
  | 'review'
  | 'expired'
  | 'partly-refunded'
  | 'refunded'

/** How an order's payment stands: paid only by the order's own status, never by what PayPal was merely asked to do. */
export function standing(order: Pick<Order, 'status' | 'payment'>): Standing {
  const state = order.payment?.state
  switch (state) {
    case undefined:
    case 'creating':
    case 'created':
      return order.status === '待付款' ? 'unpaid' : 'paid'
    case 'capturing':
      return 'confirming'
    case 'refunded':
      return order.payment?.reason === 'PARTIALLY_REFUNDED' ? 'partly-refunded' : 'refunded'
    case 'pending':
    case 'declined':
    case 'review':
    case 'expired':
    case 'paid':
      return state
  }
}

/** Whether a payment has an outcome that PayPal may know already and the shop does not. */
export function isUnsettled(order: Pick<Order, 'payment'>): boolean {
  const payment = order.payment
  if (payment?.paypalOrderId === undefined) return false
  return ['created', 'capturing', 'pending', 'declined'].includes(payment.state)
}

/** Whether a payment that stands so can be started, or started again. */
export function isPayable(now: Standing): now is 'unpaid' | 'declined' | 'expired' {
  return now === 'unpaid' || now === 'declined' || now === 'expired'
}

// PayPal's advice for these two is its own window again, for the same PayPal order; after any other refusal only another way to pay helps.
const APPROVED_AGAIN = new Set(['INSTRUMENT_DECLINED', 'PAYER_ACTION_REQUIRED'])

/** Whether the buyer can approve the same PayPal order again after a capture was refused (PayPal, Orders v2, capture). */
export function canApproveAgain({ payment }: Pick<Order, 'payment'>): boolean {
  return payment?.state === 'declined' && APPROVED_AGAIN.has(payment.reason ?? '')
}
