import type { Browser } from 'playwright'

import { type Member, newMember } from '../e2e/support/accounts.ts'
import { callAction } from '../e2e/support/actions.ts'
import { measureOrderList } from '../e2e/support/order-reads.ts'
import { orderRequest } from '../e2e/support/orders.ts'
import { countRoundTrips } from '../e2e/support/round-trips.ts'
import { atMost, figure, median, type Row } from './row.ts'
import type { Sites } from './sites.ts'

const MEMBERS = 32

async function timeOrder(shop: string, { session }: Member): Promise<number> {
  const args = [orderRequest()]
  const start = performance.now()
  const { result } = await callAction('placeOrderAction', {
    page: '/checkout',
    session,
    args,
    shop,
  })
  const took = performance.now() - start
  if (result?.ok !== true) throw new Error(`No order: ${JSON.stringify(result)}`)
  return took
}

/** The round trips of a purchase, and how long 32 members wait who order at once. */
export async function orders(_browser: Browser, { shop }: Sites): Promise<Row[]> {
  const trips = await countRoundTrips()
  const members = await Promise.all(Array.from({ length: MEMBERS + 1 }, () => newMember()))
  const [first, ...others] = members
  if (first) await timeOrder(shop, first)
  const times = await Promise.all(others.map((member) => timeOrder(shop, member)))
  const slow = times.toSorted((a, b) => a - b)[Math.ceil(MEMBERS * 0.95) - 1] ?? Infinity
  return [
    atMost('Firestore round trips to place an order', trips.place.length, 2),
    atMost('Firestore round trips to mark it paid', trips.markPaid.length, 2),
    atMost('Firestore reads of the payment page', trips.page.length, 1),
    atMost('PayPal calls of the payment page', trips.pagePaypal.length, 1),
    atMost('32 orders at once, p95', slow, 1000, { show: (value) => figure(value, 'ms') }),
  ]
}

const TRIES = 15

/** Limit of the order list, in milliseconds. */
const WAIT = 300

/** Time and billed reads of the order list with 5 and with 500 orders. */
export async function orderList(): Promise<Row[]> {
  return (await measureOrderList(TRIES)).map(({ orders, subject, reads, times }) =>
    atMost(`${orders} orders, ${subject}: ${reads} reads`, median(times), WAIT, {
      show: (value) => figure(value, 'ms'),
    }),
  )
}
