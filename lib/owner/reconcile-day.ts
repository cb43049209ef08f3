import 'server-only'

import {
  ordersNumbered,
  ordersPaid,
  ordersWithCaptures,
  type Span,
} from '../adapters/firestore/owner-orders.ts'
import { paypalTransactions } from '../adapters/paypal/transactions.ts'
import { endOfTaipeiDay } from '../site/taipei-day-end.ts'
import {
  capturedAt,
  disagreements,
  type Finding,
  isGivenBack,
  isMoney,
  isSale,
} from './reconciliation.ts'

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

const unique = (texts: readonly string[]) => [...new Set(texts.filter(Boolean))]

/**
 * Compares a calendar day in Taipei (YYYY-MM-DD) at PayPal with the shop's orders, by capture and
 * then by order number; changes nothing. Throws ProviderProblem and DatabaseUnavailable.
 */
export async function reconcileDay(day: string): Promise<Reconciliation> {
  const { from, until } = daySpan(day)
  const late = new Date(Date.parse(until) + PENDING_DAYS * DAY).toISOString()
  const [all, { orders: paid }] = await Promise.all([
    paypalTransactions(from, until),
    ordersPaid({ from, until: late }),
  ])
  // PayPal counts the last instant in; the next day has it as its first.
  const booked = all.filter((one) => isMoney(one) && one.at >= from && one.at < until)
  const [byNumber, byCapture] = await Promise.all([
    ordersNumbered(unique(booked.map(({ invoiceId }) => invoiceId))),
    ordersWithCaptures(unique(booked.map(({ captureId }) => captureId))),
  ])
  const orders = [...new Map([...byNumber, ...byCapture].map((one) => [one.id, one])).values()]
  const ofDay = paid.filter((order) => {
    const at = capturedAt(order)
    return at !== undefined && at >= from && at < until
  })
  const sales = booked.filter(isSale)
  const back = booked.filter((one) => !isSale(one))
  return {
    sales: sales.length,
    sold: sum(sales.map(({ amount }) => amount)),
    refunds: back.filter(isGivenBack).length,
    // Money of a chargeback that came back lessens what was given back.
    givenBack: 0 - sum(back.map(({ amount }) => amount)),
    findings: disagreements({ booked, orders, paid: ofDay }),
  }
}
