import { orderShipping } from '#lib/order/order-amounts.ts'
import type { Order } from '#lib/order/order.ts'
import { linePaid } from '#lib/price/price.ts'
import type { PurchaseEvent } from './analytics-event.ts'

/**
 * The purchase event of a paid order: items at what was paid for them, their value without delivery, as Google's
 * reference asks.
 */
export function purchaseEvent(order: Order): PurchaseEvent {
  const items = order.items.map((item) => {
    const { id, title, color, size, quantity } = item
    // Cents, since three for NT$1,400 have no whole price of one.
    const price = Math.round((linePaid(item) / quantity) * 100) / 100
    return { id, title, color, size, quantity, price }
  })
  return {
    name: 'purchase',
    transactionId: order.orderNumber,
    value: order.items.reduce((sum, item) => sum + linePaid(item), 0),
    shipping: orderShipping(order),
    items,
  }
}
