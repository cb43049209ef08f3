import 'server-only'

import { dataRequests } from '#lib/account/account-store.ts'
import type { DataRequest } from '#lib/account/data-request.ts'
import { provenAddress } from '#lib/account/proven-address.ts'
import type { Order } from '#lib/order/order.ts'
import { type Erasure, erasureOf } from './customer.ts'
import { findPerson, uidsUnder } from './find-person.ts'
import { formsOf, isEmpty } from './visitor-data.ts'

/** An order of a customer, by its document and its number, and what an erasure does with it. */
export type CustomerOrder = {
  readonly id: string
  readonly number: string
  readonly erasure: Erasure
}

/**
 * Effect of an erasure by account, open orders first. `others` are further accounts with the same
 * e-mail, existing or deleted.
 */
export type CustomerSummary = {
  readonly email: string
  readonly uid: string
  readonly hasAccount: boolean
  /** Whether the e-mail is proven to be the member's. */
  readonly isProven: boolean
  readonly others: readonly string[]
  readonly orderCount: number
  readonly orders: readonly CustomerOrder[]
}

/** Maximum orders listed by number. */
export const MOST_NAMED = 50

export function plannedOrders(orders: readonly Order[], now: Date): readonly CustomerOrder[] {
  const planned = orders.map((order) => ({
    id: order.id,
    number: order.orderNumber,
    erasure: erasureOf(order, now),
  }))
  const isOpen = ({ erasure }: CustomerOrder) => erasure.kind === 'open'
  return planned.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)))
}

/** Returns a customer's data by e-mail or uid, or undefined when there is none. Throws DatabaseUnavailable. */
export async function findCustomer(
  customer: string,
  now = new Date(),
): Promise<CustomerSummary | undefined> {
  const person = await findPerson(customer)
  if (!person) {
    if (isEmpty(await formsOf(customer))) return undefined
    // Somebody without account and orders, who wrote on a form.
    const account = { uid: '', hasAccount: false, isProven: false, others: [] }
    return { email: customer, ...account, orderCount: 0, orders: [] }
  }
  const { uid, email, member, orders } = person
  // Whoever opens an account with an address hides nothing of those that had it before.
  const others = member ? (await uidsUnder(email)).filter((other) => other !== uid) : person.others
  return {
    uid,
    email,
    hasAccount: member !== undefined,
    isProven: member !== undefined && provenAddress(member) !== undefined,
    others,
    orderCount: orders.length,
    orders: plannedOrders(orders, now).slice(0, MOST_NAMED),
  }
}

/** Returns the members' open requests about their data, the oldest first. Throws DatabaseUnavailable. */
export function findRequests(): Promise<readonly DataRequest[]> {
  return dataRequests()
}
