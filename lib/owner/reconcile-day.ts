import 'server-only'

import { ordersNumbered, ordersPaid, type Span } from '../adapters/firestore/owner-orders.ts'
import { paypalTransactions } from '../adapters/paypal/transactions.ts'
import { endOfTaipeiDay } from '../site/taipei-day-end.ts'
import { capturedAt, disagreements, type Finding, isGivenBack, isSale } from './reconciliation.ts'

const DAY = 24 * 60 * 60 * 1000

/** A capture that was pending comes to the shop's books up to this many days after PayPal's. */
const PENDING_DAYS = 7

/** A day's books side by side: counts, sums in whole TWD, and what does not agree. */
export type Reconciliation = {
  readonly sales: number
  readonly sold: number
  readonly refunds: number
  readonly givenBack: number
  readonly findings: readonly Finding[]
}

function daySpan(day: string): Span {
  const until = endOfTaipeiDay(day)
  return { from: new Date(until.getTime() - DAY).toISOString(), until: until.toISOString() }
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

/** Compares a calendar day in Taipei (YYYY-MM-DD) at PayPal with the shop's orders; changes nothing. Throws PaypalProblem and DatabaseUnavailable. */
export async function reconcileDay(day: string): Promise<Reconciliation> {
  const { from, until } = daySpan(day)
  const late = new Date(Date.parse(until) + PENDING_DAYS * DAY).toISOString()
  const [all, paid] = await Promise.all([
    paypalTransactions(from, until),
    ordersPaid({ from, until: late }),
  ])
  // PayPal counts the last instant in; the next day has it as its first.
  const booked = all.filter(({ at }) => at >= from && at < until)
  const sales = booked.filter(isSale)
  const refunds = booked.filter(isGivenBack)
  const named = [...sales, ...refunds].map(({ invoiceId }) => invoiceId).filter(Boolean)
  const orders = await ordersNumbered([...new Set(named)])
  const ofDay = paid.filter((order) => {
    const at = capturedAt(order)
    return at !== undefined && at >= from && at < until
  })
  return {
    sales: sales.length,
    sold: sum(sales.map(({ amount }) => amount)),
    refunds: refunds.length,
    givenBack: sum(refunds.map(({ amount }) => Math.abs(amount))),
    findings: disagreements({ booked, orders, paid: ofDay }),
  }
}
