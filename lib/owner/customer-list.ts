import 'server-only'

import { z } from 'zod'
import {
  customersBefore,
  ordersOfMembers,
  type StoredCustomer,
  ordersPaidSince,
} from './owner-order-store.ts'
import { manualSaleLeft, type Order } from '../order/order.ts'
import { type Size, SIZES } from '../product/sizes.ts'
import { taipeiDay } from '../time/taipei-time.ts'
import { daySpan } from './month.ts'

/** A customer with how many orders were paid, what was kept of their money in whole TWD, and when the last one was. */
export type CustomerRow = StoredCustomer & {
  readonly orders: number
  readonly kept: number
  readonly lastPaidAt: string | undefined
}

/** How many customers a page of the list shows. */
export const CUSTOMERS_A_PAGE = 25

/** Start of a page of the list from its address; undefined unless it is a time. */
export function readCustomerPage(before: unknown): string | undefined {
  return z.iso.datetime().safeParse(before).data
}

/** Revenue of a paid order after refunds, in whole TWD. */
export function keptOf(order: Order): number {
  if (order.paidAt === undefined) return 0
  if (order.manualSale) return manualSaleLeft(order)
  return order.totalAmount - (order.payment?.refundedAmount ?? 0)
}

/** These customers, each with the sums of their paid orders. */
export function customerRows(
  customers: readonly StoredCustomer[],
  orders: readonly Order[],
): readonly CustomerRow[] {
  const paid = Map.groupBy(
    orders.filter(({ paidAt }) => paidAt !== undefined),
    ({ uid }) => uid,
  )
  return customers.map((customer) => {
    const own = paid.get(customer.uid) ?? []
    const times = own.flatMap(({ paidAt }) => paidAt ?? [])
    return {
      ...customer,
      orders: own.length,
      kept: own.reduce((sum, order) => sum + keptOf(order), 0),
      lastPaidAt: times.toSorted().at(-1),
    }
  })
}

/**
 * A page of the customers, the newest member first, with where the next page begins, if there is one. Reads their
 * orders. Throws DatabaseUnavailable.
 */
export async function listCustomers(
  before: string | undefined,
): Promise<{ readonly rows: readonly CustomerRow[]; readonly next: string | undefined }> {
  const found = await customersBefore(before, CUSTOMERS_A_PAGE + 1)
  const shown = found.slice(0, CUSTOMERS_A_PAGE)
  const orders = await ordersOfMembers(shown.map(({ uid }) => uid))
  const next = found.length > shown.length ? shown.at(-1)?.createdAt : undefined
  return { rows: customerRows(shown, orders), next }
}

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
