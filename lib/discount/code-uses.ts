import type { Order } from '#lib/order/order.ts'

/** Whether an order counts as a use of its code: until it ends without a payment. */
export function countsUse({ discount, status }: Pick<Order, 'discount' | 'status'>): boolean {
  return discount !== undefined && status !== '已取消'
}
