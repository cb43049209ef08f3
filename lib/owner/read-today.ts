import 'server-only'

import { dataRequests } from '../adapters/firestore/data-requests.ts'
import {
  countOrders,
  ordersDisputed,
  ordersInReview,
  ordersOfStatus,
  ordersReturning,
  ordersWithPaymentSince,
} from '../adapters/firestore/owner-orders.ts'
import { taipeiDay } from '../site/taipei-time.ts'
import { monthSpan } from './month.ts'
import { type Today, todayOf } from './today.ts'

/**
 * Today at a glance, with the present and the ids of orders that can't be read. Reads every paid
 * order that is not shipped, and every order whose payment changed this month. Throws
 * DatabaseUnavailable.
 */
export async function readToday(
  now = new Date(),
): Promise<Today & { readonly now: Date; readonly unreadable: readonly string[] }> {
  const { from } = monthSpan(taipeiDay(now).slice(0, 7))
  const [paid, changed, reviews, disputes, returns, unpaid, asked] = await Promise.all([
    ordersOfStatus('已付款'),
    ordersWithPaymentSince(from),
    ordersInReview(),
    ordersDisputed(),
    ordersReturning(),
    countOrders('待付款'),
    dataRequests(),
  ])
  const counts = {
    reviews: reviews.length,
    disputes: disputes.length,
    returns: returns.length,
    unpaid,
    dataRequests: asked.length,
  }
  const known = { paid: paid.orders, changed: changed.orders, ...counts }
  const unreadable = [...new Set([...paid.unreadable, ...changed.unreadable])]
  return { ...todayOf(known, now), now, unreadable }
}
