import 'server-only'

import { ordersById } from '../adapters/firestore/indexed-orders.ts'
import { storedIn } from '../adapters/firestore/movements.ts'
import type { OrdersRead } from '../adapters/firestore/orders.ts'
import { pagesOfOrders } from '../adapters/firestore/owner-orders.ts'
import { paypalTransactions } from '../adapters/paypal/transactions.ts'
import type { StoredMovement } from '../order/effects.ts'
import { ProviderProblem } from '../order/payment/provider.ts'
import { ordersBooked } from './booked-orders.ts'
import {
  type Books,
  isWithin,
  movements,
  movementTotals,
  type MovementTotals,
  type OrderName,
} from './books.ts'
import { type FileText, moneyFile, ordersFile } from './export-file.ts'
import { isMonth, monthSpan, type Span } from './month.ts'
import {
  bookingFindings,
  type Finding,
  isMoney,
  missingSales,
  orderOf,
  type PaypalTransaction,
  unmatchedBookings,
} from './reconciliation.ts'

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

function widen({ from, until }: Span, now: Date): Span {
  const end = Math.min(Date.parse(until) + MARGIN, now.getTime())
  return {
    from: new Date(Date.parse(from) - MARGIN).toISOString(),
    until: new Date(end).toISOString(),
  }
}

// Without PayPal's books, exports the shop's records.
async function booksOf({ from, until }: Span): Promise<readonly PaypalTransaction[] | undefined> {
  try {
    return await paypalTransactions(from, until)
  } catch (error) {
    if (error instanceof ProviderProblem) return undefined
    throw error
  }
}

function namesOf(stored: readonly StoredMovement[]): ReadonlyMap<string, OrderName> {
  return new Map(
    stored.map(({ refs, orderId: id, orderNumber: number }) => [refs.capture, { id, number }]),
  )
}

/**
 * Returns a Taipei month's movements (YYYY-MM), one per row. Reads each row's order. Throws
 * DatabaseUnavailable.
 */
export async function exportMoney(month: string, now: Date): Promise<MoneyExport> {
  const span = monthSpan(month)
  const wide = widen(span, now)
  const [read, stored] = await Promise.all([booksOf(wide), storedIn(wide)])
  const booked = read ?? []
  const names = namesOf(stored)
  const money = booked.filter((one) => isMoney(one) || one.kind === 'fee')
  const odd = unmatchedBookings(booked.filter(isMoney), stored)
  const unknown = money.filter((one) => !names.has(one.captureId) || odd.includes(one))
  const orders = await ordersBooked(unknown)
  const orderByName: Books['orderOf'] = (one) => {
    const order = orderOf(one, orders)
    return names.get(one.captureId) ?? (order && { id: order.id, number: order.orderNumber })
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
 * Returns a month's `money` or `orders` as CSV, or undefined if invalid. Throws
 * DatabaseUnavailable, also while streaming.
 */
export async function bookFile(kind: string, month: string): Promise<FileText | undefined> {
  if (!isMonth(month)) return undefined
  if (kind === 'money') return (await exportMoney(month, new Date())).file
  return kind === 'orders' ? exportMonth(month).file : undefined
}
