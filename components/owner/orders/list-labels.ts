import type { Delivery } from '#lib/delivery/recipient.ts'
import type { OrderSort } from '#lib/owner/order-views.ts'

/** Labels of the list's sort orders. */
export const SORT_LABELS: Readonly<Record<OrderSort, string>> = {
  newest: '最新的在前',
  oldest: '最早的在前',
  largest: '金額大的在前',
  smallest: '金額小的在前',
}

/** Labels of where an order goes. */
export const DELIVERY_LABELS: Readonly<Record<Delivery, string>> = {
  home: '宅配',
  '7-11': '7-11',
  全家: '全家',
}
