import type { OrderItem } from './order-item.ts'

/** Whether a line takes pieces of the pre-order, and none of the stock. */
export function takesPreorder({ preorder }: Pick<OrderItem, 'preorder'>): boolean {
  return preorder !== undefined && preorder.fromStock !== true
}

/** Whether a line still waits for goods that are not here. */
export function isAwaited({ preorder }: Pick<OrderItem, 'preorder'>): boolean {
  return preorder !== undefined && preorder.isHere !== true
}

/** The texts that an order's status can be. */
export const ORDER_STATUSES = ['待付款', '已付款', '已出貨', '已完成', '已取消'] as const

export type OrderStatus = (typeof ORDER_STATUSES)[number]
