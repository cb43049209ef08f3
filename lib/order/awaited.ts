import type { OrderItem } from './order-item.ts'

/** Whether a line takes pieces of the pre-order, and none of the stock. */
export function takesPreorder({ preorder }: Pick<OrderItem, 'preorder'>): boolean {
  return preorder !== undefined && preorder.fromStock !== true
}

/** Whether a line still waits for goods that are not here. */
export function isAwaited({ preorder }: Pick<OrderItem, 'preorder'>): boolean {
  return preorder !== undefined && preorder.isHere !== true
}
