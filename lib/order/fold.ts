import { EMPTY_RECIPIENT } from '../delivery/recipient.ts'
import { applyEvents } from './apply.ts'
import type { Order } from './order.ts'

/**
 * The order that its history alone makes of what never changes; undefined where an earlier version placed it. All but
 * the sweep's next check is that of the stored document.
 */
export function fold({ history, ...order }: Order): Order | undefined {
  const [first] = history
  if (first?.type !== 'order.placed' || !first.data.items) return undefined
  const { id, orderId, uid, email, emailUnverified, createdAt } = order
  const { totalAmount, shippingMethod, invoice, timeCode, byHand } = order
  const beginning: Order = {
    id,
    orderId,
    uid,
    email,
    ...(emailUnverified ? { emailUnverified } : {}),
    createdAt,
    status: '待付款',
    totalAmount,
    items: [],
    recipient: EMPTY_RECIPIENT,
    shippingMethod,
    ...(invoice ? { invoice } : {}),
    timeCode,
    ...(byHand ? { byHand: { ...byHand, refunds: [] } } : {}),
    history: [],
  }
  return applyEvents(beginning, history)
}
