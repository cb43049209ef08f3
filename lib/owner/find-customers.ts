import 'server-only'

import { z } from 'zod'

import { fullName } from '#lib/delivery/recipient.ts'
import { manualSaleLeft } from '#lib/order/manual-order.ts'
import type { Order } from '#lib/order/order.ts'
import { searchOrders } from './find-orders.ts'
import { customersBefore, ordersOfMembers, type StoredCustomer } from './owner-order-store.ts'

/** A customer with how many orders were paid, what was kept of their money in whole TWD, and when the last one was. */
export type CustomerRow = StoredCustomer & {
  readonly orders: number
  readonly kept: number
  readonly lastPaidAt: string | undefined
  /** Who got the paid orders, the newest first. */
  readonly recipients: readonly string[]
}

/** How many customers a page of the list shows. */
export const CUSTOMERS_A_PAGE = 25

/** Start of a page of the list from its address; undefined unless it is a time. */
export function readCustomerPage(before: unknown): string | undefined {
  return z.iso.datetime().safeParse(before).data
}

/** Revenue of a paid order after refunds, in whole TWD. */
export function retainedOf(order: Order): number {
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
    const newest = own.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    const names = newest.map(({ recipient }) => fullName(recipient)).filter(Boolean)
    const times = own.flatMap(({ paidAt }) => paidAt ?? [])
    return {
      ...customer,
      orders: own.length,
      kept: own.reduce((sum, order) => sum + retainedOf(order), 0),
      lastPaidAt: times.toSorted().at(-1),
      recipients: [...new Set(names)],
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

/** Maximum newest orders in which a recipient's member is looked for. */
const MOST_LOOKED_AT = 100

/** The members whose orders went to this name or telephone, without manual orders. Throws DatabaseUnavailable. */
export async function membersByRecipient(text: string): Promise<readonly string[]> {
  const { orders } = await searchOrders(text, MOST_LOOKED_AT)
  const uids = orders.filter(({ manualSale }) => !manualSale).map(({ uid }) => uid)
  return [...new Set(uids)].filter((uid) => uid !== '')
}
