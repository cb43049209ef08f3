import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { defined } from '#lib/result.ts'
import { applyEvents } from './apply.ts'
import type { Order } from './order.ts'

/** Rebuilds an order from its history. Returns undefined if nothing was ordered. */
export function fold({ history, ...order }: Order): Order | undefined {
  const [first] = history
  if (first?.type !== 'order.placed' || !first.data.items) return undefined
  const { id, orderNumber, uid, email, emailUnverified, createdAt } = order
  const { totalAmount, reductions, discount } = order
  const { shippingMethod, invoice, timeCode, manualSale } = order
  const beginning: Order = {
    id,
    orderNumber,
    uid,
    email,
    ...(emailUnverified ? { emailUnverified } : {}),
    createdAt,
    status: '待付款',
    totalAmount,
    ...defined({ reductions, discount }),
    items: [],
    recipient: EMPTY_RECIPIENT,
    shippingMethod,
    ...(invoice ? { invoice } : {}),
    timeCode,
    ...(manualSale ? { manualSale: { ...manualSale, refunds: [] } } : {}),
    history: [],
  }
  return applyEvents(beginning, history)
}
