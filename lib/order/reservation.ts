import { z } from 'zod'

import { takesPreorder } from './delivery-estimate.ts'
import type { OrderItem } from './order-item.ts'
import type { OrderStatus } from './order-status.ts'
import { FIRST_TIME_GROUPS } from './reservation-limits.ts'

/**
 * An unpaid order keeps its units of `products` until `until`; `newcomer` where its account has never paid. A expired reservation
 * must take them again to be paid.
 */
export const reservationSchema = z.union([
  z.object({
    until: z.iso.datetime(),
    products: z.array(z.string()),
    firstTimeGroup: z.enum(FIRST_TIME_GROUPS).optional(),
  }),
  z.object({ reservationExpiredAt: z.iso.datetime() }),
])

export type Reservation = Readonly<z.infer<typeof reservationSchema>>

type ReservationFields = {
  readonly status: OrderStatus
  readonly reservation?: Reservation | undefined
}

/** Whether an unpaid order has given its units back, so that it must take them again to be paid. */
export function isReservationExpired({ status, reservation }: ReservationFields): boolean {
  return status === '待付款' && reservation !== undefined && 'reservationExpiredAt' in reservation
}

/** Whether an unpaid order had no reservation from the beginning, so that its units are taken with its money. */
export function isUnreserved({
  createdAt,
  ...order
}: ReservationFields & { readonly createdAt: string }): boolean {
  const { reservation } = order
  return (
    isReservationExpired(order) &&
    reservation !== undefined &&
    'reservationExpiredAt' in reservation &&
    reservation.reservationExpiredAt === createdAt
  )
}

/** Whether an order's units are counted as taken. */
export function countsUnits(order: ReservationFields): boolean {
  return order.status !== '已取消' && !isReservationExpired(order)
}

/** Until when an unpaid order keeps its units from others, or undefined if it has no such time. */
export function reservedUntil({ status, reservation }: ReservationFields): Date | undefined {
  if (status !== '待付款' || reservation === undefined || 'reservationExpiredAt' in reservation)
    return undefined
  return new Date(reservation.until)
}

/** Whether the time of an order's reservation is over, while it still keeps its units. */
export function isOverdue(order: ReservationFields, now: Date): boolean {
  const until = reservedUntil(order)
  return until !== undefined && now >= until
}

type LimitedProduct = { readonly id: string; readonly preorder_limit?: number | undefined }

/** The items that a reservation keeps from others: all but those of a pre-order without a limit. */
export function limitedItems(
  items: readonly OrderItem[],
  offers: readonly LimitedProduct[],
): readonly OrderItem[] {
  const hasLimit = (id: string) => {
    return offers.find((offer) => offer.id === id)?.preorder_limit !== undefined
  }
  return items.filter((item) => !takesPreorder(item) || hasLimit(item.id))
}

/** A reservation of these items until a time. */
export function reservationFor(items: readonly OrderItem[], until: Date) {
  return { until: until.toISOString(), products: [...new Set(items.map(({ id }) => id))] }
}
