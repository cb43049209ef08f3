import 'server-only'

import { paypalTransactions } from '#lib/adapters/paypal/transactions.ts'
import {
  bookingFindings,
  type Finding,
  isMoney,
  missingSales,
  orderOf,
  type PaypalTransaction,
  unmatchedBookings,
} from '#lib/ledger/disagreements.ts'
import type { OrdersRead } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { ignoreProviderProblem } from '#lib/payment/provider.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import { type Books, isWithin, movements, movementTotals, type MovementTotals } from './books.ts'
import { rangeNamed } from './day-range.ts'
import { type FileText, moneyFile, ordersFile } from './export-row.ts'
import { isMonth, lastMonths, monthSpan } from './month.ts'
import {
  ordersById,
  ordersNumbered,
  ordersWithCaptures,
  pagesOfOrders,
  sortedOrders,
  storedIn,
} from './owner-order-store.ts'
import { creatorsFile, salesFile } from './read-sales.ts'

export const unique = <Text extends string>(texts: readonly Text[]): readonly Text[] => [
  ...new Set(texts.filter(Boolean)),
]

/** The orders that these bookings name, by their captures and then their numbers. Throws DatabaseUnavailable. */
export async function ordersBooked(
  booked: readonly PaypalTransaction[],
): Promise<readonly Order[]> {
  const [byCapture, byNumber] = await Promise.all([
    ordersWithCaptures(unique(booked.map(({ captureId }) => captureId))),
    ordersNumbered(unique(booked.map(({ invoiceId }) => invoiceId))),
  ])
  return [...new Map([...byCapture, ...byNumber].map((order) => [order.id, order])).values()]
}

const DAY = 24 * 60 * 60 * 1000

/** Both books are read beyond the month by so much: the shop may have recorded a movement in another month. */
const MARGIN = 3 * DAY

/** A month's orders as a file for spreadsheets; once it is read, how many they are, and the ids of unreadable ones. */
export type OrdersExport = {
  readonly file: FileText
  readonly counted: { readonly orders: number; readonly unreadable: readonly string[] }
}

/** A month's money as a file, its totals, whether PayPal's books could be read, and where both disagree. */
export type MoneyExport = {
  readonly file: FileText
  readonly totals: MovementTotals
  readonly hasBooks: boolean
  readonly findings: readonly Finding[]
}

/** All orders placed in a month of Taipei (YYYY-MM), one a row, read as the file is. */
export function exportMonth(month: string): OrdersExport {
  const counted = { orders: 0, unreadable: new Array<string>() }
  async function* pages(): AsyncGenerator<OrdersRead> {
    for await (const page of pagesOfOrders(monthSpan(month))) {
      counted.orders += page.orders.length
      counted.unreadable.push(...page.unreadable)
      yield page
    }
  }
  return { file: ordersFile(pages()), counted }
}

/**
 * Returns a Taipei month's movements (YYYY-MM), one per row. Reads each row's order. Throws
 * DatabaseUnavailable.
 */
export async function exportMoney(month: string, now: Date): Promise<MoneyExport> {
  const span = monthSpan(month)
  const end = Math.min(Date.parse(span.until) + MARGIN, now.getTime())
  const wide = {
    from: new Date(Date.parse(span.from) - MARGIN).toISOString(),
    until: new Date(end).toISOString(),
  }
  const [read, stored] = await Promise.all([
    // Without PayPal's books, exports the shop's records.
    paypalTransactions(wide.from, wide.until).catch(ignoreProviderProblem),
    storedIn(wide),
  ])
  const booked = read ?? []
  const names = new Map(
    stored.map(({ refs, orderId: id, orderNumber: number }) => [refs.capture, { id, number }]),
  )
  const money = booked.filter(
    (paypalTransaction) => isMoney(paypalTransaction) || paypalTransaction.kind === 'fee',
  )
  const odd = unmatchedBookings(booked.filter(isMoney), stored)
  const unknown = money.filter(
    (paypalTransaction) =>
      !names.has(paypalTransaction.captureId) || odd.includes(paypalTransaction),
  )
  const orders = await ordersBooked(unknown)
  const orderByName: Books['orderOf'] = (paypalTransaction) => {
    const order = orderOf(paypalTransaction, orders)
    return (
      names.get(paypalTransaction.captureId) ??
      (order && { id: order.id, number: order.orderNumber })
    )
  }
  const moved = movements({ booked, stored, orderOf: orderByName }, span)
  const ofMonth = odd.filter(({ at }) => isWithin(at, span))
  const own = stored.filter(({ at }) => isWithin(at, span))
  const findings = [...bookingFindings(ofMonth, orders), ...missingSales(booked, own)]
  const hasBooks = read !== undefined
  return {
    file: moneyFile(moved, { hasBooks, ordersOf: ordersById }),
    totals: movementTotals(moved),
    hasBooks,
    findings: hasBooks ? findings : [],
  }
}

/**
 * Returns a month's `money`, `orders` or `creators`, or the `sales` of a range, as CSV; undefined if
 * invalid. Throws DatabaseUnavailable, also while streaming.
 */
export async function bookFile(kind: string, period: string): Promise<FileText | undefined> {
  if (kind === 'sales') {
    const range = rangeNamed(period)
    return range && salesFile(range)
  }
  if (!isMonth(period)) return undefined
  if (kind === 'money') return (await exportMoney(period, new Date())).file
  if (kind === 'creators') return creatorsFile(period)
  return kind === 'orders' ? exportMonth(period).file : undefined
}

/** The most months that are listed. */
const MOST = 60

/**
 * Returns the months (YYYY-MM) since the first order, the newest first. One read. Throws
 * DatabaseUnavailable.
 */
export async function bookMonths(now = new Date()): Promise<readonly string[]> {
  const { orders } = await sortedOrders(null, { skip: 0, limit: 1, sort: 'oldest' })
  const first = taipeiDay(orders[0] ? new Date(orders[0].createdAt) : now).slice(0, 7)
  return lastMonths(MOST, now).filter((month) => month >= first)
}
