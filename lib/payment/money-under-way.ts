import type { Order } from '#lib/order/order.ts'
import { isLocking } from './payment.ts'

/** Whether money may be on its way to an order, or is kept: nothing is cancelled then. What was given back in full is neither. */
export function hasMoneyUnderWay({ payment }: Pick<Order, 'payment'>): boolean {
  if (payment?.state === 'refunded') return false
  return payment?.review !== undefined || payment?.attempts.some(isLocking) === true
}
