import 'server-only'

import {
  ordersNumbered,
  ordersPlaced,
  ordersWithCaptures,
  ordersWithPaymentSince,
} from '../adapters/firestore/owner-orders.ts'
import { paypalTransactions } from '../adapters/paypal/transactions.ts'
import type { Order } from '../order/order.ts'
import { ProviderProblem } from '../payment/provider.ts'
import { movements, movementTotals, type MovementTotals } from './books.ts'
import { moneyFile, ordersFile } from './export-file.ts'
import { isMonth, monthSpan, type Span } from './month.ts'
import { disagreements, type Finding, isMoney, type PaypalTransaction } from './reconciliation.ts'

const DAY = 24 * 60 * 60 * 1000

/** PayPal's books are read beyond the month by so much: the shop may have recorded a movement in another month. */
const MARGIN = 3 * DAY

/** A month's orders as a file for spreadsheets, how many they are, and the ids of those that can't be read. */
export type OrdersExport = {
  readonly file: string
  readonly orders: number
  readonly unreadable: readonly string[]
}

/** A month's money as a file, its totals, whether PayPal's books could be read, and where both disagree. */
export type MoneyExport = {
  readonly file: string
  readonly totals: MovementTotals
  readonly hasBooks: boolean
  readonly findings: readonly Finding[]
  readonly unreadable: readonly string[]
}

/** All orders placed in a month of Taipei (YYYY-MM), one a row. Throws DatabaseUnavailable. */
export async function exportMonth(month: string): Promise<OrdersExport> {
  const { orders, unreadable } = await ordersPlaced(monthSpan(month))
  return {
    file: ordersFile(orders, unreadable),
    orders: orders.length,
    unreadable,
  }
}

// Without PayPal's books the shop's own record is exported.
async function booksAround({ from, until }: Span, now: Date) {
  const end = Math.min(Date.parse(until) + MARGIN, now.getTime())
  try {
    const start = new Date(Date.parse(from) - MARGIN).toISOString()
    return await paypalTransactions(start, new Date(end).toISOString())
  } catch (error) {
    if (error instanceof ProviderProblem) return undefined
    throw error
  }
}

const unique = (texts: readonly string[]) => [...new Set(texts.filter(Boolean))]

async function ordersOf(booked: readonly PaypalTransaction[], from: string) {
  const money = booked.filter((one) => isMoney(one) || one.kind === 'fee')
  const [changed, byCapture, byNumber] = await Promise.all([
    ordersWithPaymentSince(from),
    ordersWithCaptures(unique(money.map(({ captureId }) => captureId))),
    ordersNumbered(unique(money.map(({ invoiceId }) => invoiceId))),
  ])
  const all = [...changed.orders, ...byCapture, ...byNumber]
  const orders: readonly Order[] = [...new Map(all.map((one) => [one.id, one])).values()]
  return { orders, unreadable: changed.unreadable }
}

function isIn({ from, until }: Span, at: string): boolean {
  return Date.parse(at) >= Date.parse(from) && Date.parse(at) < Date.parse(until)
}

/**
 * All movements of money in a month of Taipei (YYYY-MM), one a row: sales, refunds, chargebacks and
 * fees, each by its own date. Reads all orders whose payment changed since the month began. Throws
 * DatabaseUnavailable.
 */
export async function exportMoney(month: string, now: Date): Promise<MoneyExport> {
  const span = monthSpan(month)
  const books = await booksAround(span, now)
  const hasBooks = books !== undefined
  const booked = books ?? []
  const { orders, unreadable } = await ordersOf(booked, span.from)
  const moved = movements({ booked, orders }, span)
  const unbooked = moved.filter(({ isBooked, kind }) => kind === 'sale' && isBooked === false)
  const findings = disagreements({
    booked: booked.filter((one) => isMoney(one) && isIn(span, one.at)),
    orders,
    paid: unbooked.flatMap(({ order }) => order ?? []),
  })
  return {
    file: moneyFile(moved, { hasBooks, unreadable }),
    totals: movementTotals(moved),
    hasBooks,
    findings: hasBooks ? findings : [],
    unreadable,
  }
}

/**
 * A month's `money` or `orders` as a file for spreadsheets; undefined for another kind or a wrong
 * month. Throws DatabaseUnavailable.
 */
export async function bookFile(kind: string, month: string): Promise<string | undefined> {
  if (!isMonth(month)) return undefined
  if (kind === 'money') return (await exportMoney(month, new Date())).file
  return kind === 'orders' ? (await exportMonth(month)).file : undefined
}
