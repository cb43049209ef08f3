import 'server-only'

import { ordersPaidSince } from '../adapters/firestore/customers.ts'
import type { Order } from '../order/order.ts'
import { type Size, SIZES } from '../product/sizes.ts'
import { taipeiDay } from '../time/taipei-time.ts'
import { keptOf } from './customer-list.ts'
import { daySpan } from './month.ts'

/** Sales of a day in Taipei (YYYY-MM-DD): how many orders were paid, and what was kept of them, in whole TWD. */
export type DaySales = { readonly day: string; readonly orders: number; readonly kept: number }

/** Pieces of a product that were sold, in all and by size. */
export type ProductSales = {
  readonly id: string
  readonly title: string
  readonly pieces: number
  readonly sizes: readonly { readonly size: Size; readonly pieces: number }[]
}

/** Sales of the last days, and of what. */
export type Sales = {
  readonly days: readonly DaySales[]
  readonly products: readonly ProductSales[]
}

/** How many days are shown. */
export const SALES_DAYS = 30

const DAY = 24 * 60 * 60 * 1000

/** The sales of the last 30 days in Taipei, today included, by these orders. */
export function salesOf(orders: readonly Order[], now: Date): Sales {
  const sold = Map.groupBy(orders, ({ paidAt = '' }) => taipeiDay(new Date(paidAt)))
  const days = Array.from({ length: SALES_DAYS }, (_, index) => {
    const day = taipeiDay(new Date(now.getTime() - (SALES_DAYS - 1 - index) * DAY))
    const own = sold.get(day) ?? []
    return { day, orders: own.length, kept: own.reduce((sum, order) => sum + keptOf(order), 0) }
  })
  const items = orders.filter((order) => keptOf(order) > 0).flatMap((order) => order.items)
  const products = [...Map.groupBy(items, ({ id }) => id)].map(([id, some]): ProductSales => {
    const pieces = (own: typeof some) => own.reduce((sum, { quantity }) => sum + quantity, 0)
    const sizes = SIZES.map((size) => ({
      size,
      pieces: pieces(some.filter((one) => one.size === size)),
    }))
    return {
      id,
      title: some[0]?.title ?? id,
      pieces: pieces(some),
      sizes: sizes.filter((one) => one.pieces > 0),
    }
  })
  return { days, products: products.toSorted((one, other) => other.pieces - one.pieces) }
}

/** The sales of the last 30 days. Reads the orders paid in them. Throws DatabaseUnavailable. */
export async function readSales(now = new Date()): Promise<Sales> {
  const first = taipeiDay(new Date(now.getTime() - (SALES_DAYS - 1) * DAY))
  return salesOf(await ordersPaidSince(daySpan(first).from), now)
}
