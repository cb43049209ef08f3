import 'server-only'
import { dataRequests } from '../adapters/firestore/data-requests.ts'
import { ordersReturning } from '../adapters/firestore/owner-orders.ts'
import type { Order } from '../order/order.ts'
import { openReturn } from '../order/returns.ts'
import type { DataRequest } from '../account/account.ts'

/** What members have asked and the owner has not answered, or not received: returns and requests about their data, the oldest first. */
export type MemberRequests = {
  readonly returns: readonly Order[]
  readonly data: readonly DataRequest[]
}

const askedAt = (order: Order) => openReturn(order)?.askedAt ?? ''

/** Reads what members have asked of the shop. Throws DatabaseUnavailable. */
export async function findRequests(): Promise<MemberRequests> {
  const [orders, data] = await Promise.all([ordersReturning(), dataRequests()])
  const returns = orders.toSorted((one, other) => askedAt(one).localeCompare(askedAt(other)))
  return { returns, data }
}
