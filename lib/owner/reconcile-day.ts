import 'server-only'

import { issuer as findIssuer } from '#lib/adapters/ecpay/issuer.ts'
import { paypalTransactions } from '#lib/adapters/paypal/transactions.ts'
import { type InvoiceIssuer, InvoiceProblem, type ListedInvoice } from '#lib/invoice/issuer.ts'
import {
  bookingFindings,
  bookingsFrom,
  disagreements,
  type Finding,
  isMoneyReturned,
  isMoney,
  isSale,
  missingRefunds,
  missingSales,
  type PaypalTransaction,
  unmatchedBookings,
} from '#lib/ledger/disagreements.ts'
import { capturedAt, providerTaking, type StoredMovement } from '#lib/ledger/entries.ts'
import { readOrderNumber } from '#lib/order/order-number.ts'
import type { Order } from '#lib/order/order.ts'
import { type ProviderName, providerOf } from '#lib/payment/methods.ts'
import { offeredMethods } from '#lib/payment/offered-methods.ts'
import { PROVIDER_NAMES } from '#lib/payment/provider-terms.ts'
import { ignoreProviderProblem, ProviderProblem } from '#lib/payment/provider.ts'
import { findProvider } from '#lib/payment/providers.ts'
import { withManualRefunds } from '#lib/payment/read-payment.ts'
import { isWithin } from './books.ts'
import { compareInvoices } from './compare-invoices.ts'
import { ordersBooked, unique } from './export-month.ts'
import { daySpan, type Span } from './month.ts'
import { orderOfKey } from './order-of-key.ts'
import {
  ordersAtProvider,
  ordersById,
  ordersNumbered,
  ordersPlaced,
  ordersWithInvoices,
  storedIn,
} from './owner-order-store.ts'
import { unbookedInvoices } from './unbooked-invoices.ts'
import { unbookedPayments } from './unbooked-payments.ts'

/** The orders whose invoices a list names by the shop's keys. */
export function ordersListed(listed: readonly ListedInvoice[]): readonly string[] {
  return [...new Set(listed.flatMap(({ key }) => orderOfKey(key) ?? []))]
}

/** Payments per query. */
const PAYMENTS_A_QUERY = 100

/** Captures and refunds of a provider in a day: counts, and sums in whole TWD. */
export type DaySums = {
  readonly sales: number
  readonly sold: number
  readonly refunds: number
  readonly returnedMoney: number
}

/** A day's books side by side: PayPal's sums, those of each provider whose payments were read back, and what does not agree. */
export type Reconciliation = DaySums & {
  readonly readBack: readonly (DaySums & { readonly provider: ProviderName })[]
  readonly findings: readonly Finding[]
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

const byId = (orders: readonly Order[]) => [
  ...new Map(orders.map((order) => [order.id, order])).values(),
]

function sumsOf(booked: readonly PaypalTransaction[]): DaySums {
  const sales = booked.filter(isSale)
  const back = booked.filter((paypalTransaction) => !isSale(paypalTransaction))
  return {
    sales: sales.length,
    sold: sum(sales.map(({ amount }) => amount)),
    refunds: back.filter(isMoneyReturned).length,
    // Money of a chargeback that came back lessens what was given back.
    returnedMoney: 0 - sum(back.map(({ amount }) => amount)),
  }
}

type StartedRefund = { readonly order: Order; readonly number: number; readonly reference: string }

/** A provider's report of these payments, by order number. */
async function readBack(
  provider: ProviderName,
  begun: readonly StartedRefund[],
): Promise<readonly PaypalTransaction[]> {
  const { findPaid, numberOf } = findProvider(provider)
  const booked: PaypalTransaction[] = []
  for (let start = 0; start < begun.length; start += PAYMENTS_A_QUERY) {
    const some = begun.slice(start, start + PAYMENTS_A_QUERY)
    for (const seen of (await findPaid?.(some.map(({ reference }) => reference))) ?? []) {
      const own = some.find(({ reference }) => reference === seen.id)
      if (!own) continue
      const { orderNumber, createdAt } = own.order
      const shown = withManualRefunds(own.order, seen)
      const numbered = bookingsFrom(shown, capturedAt(own.order) ?? createdAt).map(
        (paypalTransaction) =>
          paypalTransaction.invoiceId === numberOf(orderNumber, own.number)
            ? { ...paypalTransaction, invoiceId: orderNumber }
            : paypalTransaction,
      )
      booked.push(...numbered)
    }
  }
  return booked
}

type DayRead = {
  readonly sums: DaySums & { readonly provider: ProviderName }
  readonly findings: readonly Finding[]
}

/** A day at a provider that lists no bookings: each of the day's payments is read back with all its refunds. */
async function readDay(
  provider: ProviderName,
  orders: readonly Order[],
  day: Span,
): Promise<DayRead> {
  const begun = orders.flatMap((order) =>
    (order.payment?.attempts ?? [])
      .filter((attempt) => attempt.provider === provider && attempt.reference !== undefined)
      .map(({ number, reference = '' }) => ({ order, number, reference })),
  )
  const all = await readBack(provider, begun).catch(ignoreProviderProblem)
  if (!all) {
    // An unavailable provider does not prevent comparing the others.
    const numbers = unique(begun.map(({ order }) => order.orderNumber))
    const findings = numbers.map((number) => ({ provider, what: 'not-read' as const, number }))
    return { sums: { provider, ...sumsOf([]) }, findings }
  }
  const ofDay = new Set(
    all
      .filter(
        (paypalTransaction) => isSale(paypalTransaction) && isWithin(paypalTransaction.at, day),
      )
      .map(({ captureId }) => captureId),
  )
  const booked = all.filter(({ captureId }) => ofDay.has(captureId))
  const paid = orders.filter(
    (order) => providerTaking(order) === provider && isWithin(capturedAt(order) ?? '', day),
  )
  const findings = [...disagreements({ booked, orders, paid }), ...missingRefunds(all, paid)]
  return {
    sums: { provider, ...sumsOf(booked) },
    findings: findings.map((finding) => ({ ...finding, provider })),
  }
}

// The invoices of orders with movements that day, of bookings whose order the shop does not have, and what the issuer lists of that day.
async function invoiceFindings(
  day: string,
  stored: readonly StoredMovement[],
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  const issuer = findIssuer()
  if (!issuer) return []
  const { orders } = await ordersById(unique(stored.map(({ orderId }) => orderId)))
  const unknown = findings.filter(({ what }) => what === 'unknown-order')
  const lost = unique(unknown.map(({ number }) => readOrderNumber(number) ?? ''))
  const compared = await compareInvoices(issuer, { orders, lost }, new Date())
  const known = new Set(compared.map(({ number }) => number))
  const listed = await listedFindings(issuer, day)
  return [...compared, ...listed.filter(({ number }) => number === '' || !known.has(number))]
}

async function listedFindings(issuer: InvoiceIssuer, day: string): Promise<readonly Finding[]> {
  try {
    const listed = await issuer.issuedOn(day)
    const [named, numbered] = await Promise.all([
      ordersNumbered(ordersListed(listed)),
      ordersWithInvoices(listed.map(({ number }) => number)),
    ])
    return unbookedInvoices(listed, byId([...named, ...numbered]))
  } catch (error) {
    if (!(error instanceof InvoiceProblem)) throw error
    return [{ what: 'invoices-not-listed', number: '' }]
  }
}

// An unavailable provider does not prevent comparing the others.
async function unbookedAt(
  provider: ProviderName,
  span: Span,
  orders: readonly Order[],
): Promise<readonly Finding[]> {
  const { findNumbered, numberOf } = findProvider(provider)
  if (!findNumbered) return []
  try {
    const found = await unbookedPayments({ findNumbered, numberOf }, { span, orders })
    return found.map((finding) => ({ ...finding, provider }))
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    return [{ provider, what: 'numbers-not-read', number: '' }]
  }
}

// A day's orders at a provider that lists no bookings: those placed that day to be paid there, and those paid that day.
async function ordersOfDay(
  provider: ProviderName,
  span: Span,
  stored: readonly StoredMovement[],
): Promise<readonly Order[]> {
  const paid = stored.filter((one) => one.isSale && one.provider === provider)
  const [begun, taken] = await Promise.all([
    ordersAtProvider(provider, span),
    ordersById(unique(paid.map(({ orderId }) => orderId))),
  ])
  return byId([...begun, ...taken.orders])
}

/**
 * Compares a Taipei day (YYYY-MM-DD) with the providers' records, without changes. Throws
 * ProviderProblem (PayPal), DatabaseUnavailable.
 */
export async function reconcileDay(day: string): Promise<Reconciliation> {
  const span = daySpan(day)
  const [all, stored] = await Promise.all([
    paypalTransactions(span.from, span.until),
    storedIn(span),
  ])
  // PayPal counts the last instant in; the next day has it as its first.
  const booked = all.filter(
    (paypalTransaction) => isMoney(paypalTransaction) && isWithin(paypalTransaction.at, span),
  )
  const odd = unmatchedBookings(booked, stored)
  const others = PROVIDER_NAMES.filter((name) => findProvider(name).findPaid !== undefined)
  const readDays = await Promise.all(
    others.map(async (name) => readDay(name, await ordersOfDay(name, span, stored), span)),
  )
  const placed = await ordersPlaced(span)
  const asked = unique(offeredMethods().map(providerOf))
  const unbooked = await Promise.all(asked.map((name) => unbookedAt(name, span, placed.orders)))
  const findings = [
    ...bookingFindings(odd, await ordersBooked(odd)),
    ...missingSales(booked, stored),
    ...unbooked.flat(),
  ]
  return {
    ...sumsOf(booked),
    readBack: readDays.map(({ sums }) => sums).filter(({ sales }) => sales > 0),
    findings: [
      ...findings,
      ...readDays.flatMap((dayRead) => dayRead.findings),
      ...(await invoiceFindings(day, stored, findings)),
    ],
  }
}
