import 'server-only'

import { countDataRequests } from '#lib/account/account-store.ts'
import { readReminders } from '#lib/mail/outbox-store.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import { daySpan, monthSpan } from './month.ts'
import { countFound, countOrders, movementSums, readToMake } from './owner-order-store.ts'
import { productsToMake } from './products-to-make.ts'
import { readFoundCounts } from './recalculate-counters.ts'
import { findReservedProducts } from './release-reservations.ts'
import type { Today } from './today.ts'

/**
 * Returns today's overview. Reads only counters and held orders, so its cost does not grow with
 * sales. Throws DatabaseUnavailable.
 */
export async function readToday(now = new Date()): Promise<Today & { readonly now: Date }> {
  const day = taipeiDay(now)
  const [counts, sums, counted, held, hasReminders, foundCounts] = await Promise.all([
    countsOf(day),
    revenueOf(day),
    readToMake(),
    findReservedProducts(),
    readReminders(),
    readFoundCounts(now),
  ])
  return {
    ...counts,
    ...sums,
    toMake: productsToMake(counted),
    held,
    hasReminders,
    foundCounts,
    now,
  }
}

async function revenueOf(day: string) {
  const today = daySpan(day)
  const from = (days: number) =>
    new Date(Date.parse(today.from) - days * 24 * 60 * 60 * 1000).toISOString()
  const [ofDay, yesterday, week, month] = await Promise.all([
    movementSums(today),
    movementSums({ from: from(1), until: today.from }),
    movementSums({ from: from(6), until: today.until }),
    movementSums(monthSpan(day.slice(0, 7))),
  ])
  return { day: ofDay, yesterday, week, month }
}

async function countsOf(day: string) {
  const [
    toShip,
    waiting,
    reviews,
    disputes,
    returns,
    coming,
    cancels,
    refundsDue,
    unpaid,
    requests,
  ] = await Promise.all([
    countFound({ readyBy: day }),
    countFound({ readyAfter: day }),
    countFound({ need: 'review' }),
    countFound({ need: 'dispute' }),
    countFound({ need: 'return' }),
    countFound({ need: 'coming' }),
    countFound({ need: 'cancel' }),
    countFound({ need: 'refund' }),
    countOrders('待付款'),
    countDataRequests(),
  ])
  return {
    toShip,
    waiting,
    reviews,
    disputes,
    returns,
    coming,
    cancels,
    refundsDue,
    unpaid,
    dataRequests: requests,
  }
}
