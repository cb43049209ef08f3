import type { Order } from '#lib/order/order.ts'

/** The id of the order that a form changes. */
export function OrderId({ order }: { order: Order }) {
  return <input type="hidden" name="orderId" value={order.id} />
}
