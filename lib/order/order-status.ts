/** The statuses of an order, each of which the list offers to choose from. */
export const ORDER_STATUSES = ['待付款', '已付款', '已出貨', '已完成', '已取消'] as const

export type OrderStatus = (typeof ORDER_STATUSES)[number]
