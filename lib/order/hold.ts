import { z } from 'zod'

import type { OrderItem, OrderStatus } from './order.ts'

/**
 * Until when an unpaid order keeps its pieces from others (ISO 8601 in UTC), and those of which
 * products. From `lapsedAt` on it has none, and takes them again with its payment.
 */
export const holdSchema = z.object({
  until: z.iso.datetime(),
  products: z.array(z.string()),
  lapsedAt: z.iso.datetime().optional(),
})
export type Hold = Readonly<z.infer<typeof holdSchema>>

type Held = { readonly status: OrderStatus; readonly hold?: Hold | undefined }

/** Whether an unpaid order has given its pieces back, so that it must take them again to be paid. */
export function isLapsed({ status, hold }: Held): boolean {
  return status === '待付款' && hold?.lapsedAt !== undefined
}

/** Whether an order's pieces are counted as taken. */
export function countsPieces(order: Held): boolean {
  return order.status !== '已取消' && !isLapsed(order)
}

/** Whether the time of an order's hold is over, while it still keeps its pieces. */
export function isOverdue({ status, hold }: Held, now: Date): boolean {
  const isHeld = status === '待付款' && hold !== undefined && hold.lapsedAt === undefined
  return isHeld && now.getTime() >= Date.parse(hold.until)
}

type Limited = { readonly id: string; readonly preorder_limit?: number | undefined }

/** The items that a hold keeps from others: all but those of a pre-order without a limit. */
export function limitedItems(
  items: readonly OrderItem[],
  offers: readonly Limited[],
): readonly OrderItem[] {
  const hasLimit = (id: string) => {
    return offers.find((offer) => offer.id === id)?.preorder_limit !== undefined
  }
  return items.filter(({ id, preorder }) => preorder === undefined || hasLimit(id))
}

/** A hold of these items until a time. */
export function holdOf(items: readonly OrderItem[], until: string): Hold {
  return { until, products: [...new Set(items.map(({ id }) => id))] }
}
