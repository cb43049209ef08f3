import 'server-only'

import { issuer as findIssuer } from '#lib/adapters/ecpay/issuer.ts'
import { paypalTransactions } from '#lib/adapters/paypal/transactions.ts'
import { type InvoiceIssuer, InvoiceProblem, type ListedInvoice } from '#lib/invoice/issuer.ts'
import {
  bookingFindings,
  bookingsFrom,
  disagreements,
  type Finding,
  isGivenBack,
  isMoney,
  isSale,
  missingRefunds,
  missingSales,
  type PaypalTransaction,
  unmatchedBookings,
} from '#lib/ledger/disagreements.ts'
import { capturedAt, providerTaking, type StoredMovement } from '#lib/ledger/entries.ts'
import { numberParts, orderNumber, readOrderNumber, timeCode } from '#lib/order/order-number.ts'
import type { Order } from '#lib/order/order.ts'
import { PROVIDER_NAMES, type ProviderName, providerOf } from '#lib/payment/methods.ts'
import { offeredMethods } from '#lib/payment/offered-methods.ts'
import {
  ignoreProviderProblem,
  type PaymentProvider,
  type ProviderOrder,
  ProviderProblem,
} from '#lib/payment/provider.ts'
import { findProvider, withRefundsByHand } from '#lib/payment/providers.ts'
import { compareInvoices, isWithin } from './books.ts'
import { ordersBooked, unique } from './export-month.ts'
import { daySpan, type Span } from './month.ts'
import {
  ordersAtProvider,
  ordersById,
  ordersNumbered,
  ordersPlaced,
  ordersWithInvoices,
  storedIn,
} from './owner-order-store.ts'

// What a provider has of a day and the books have not: orders that a restored database has lost, and what was made by hand.

/** Numbers asked about beyond the last of an hour that is known: as many orders in a row may have been paid elsewhere. */
const AHEAD = 25

/** Attempts asked about of an order that is lost, or beyond the last that is known. */
const ATTEMPTS = 3

const AT_ONCE = 100

/** How a provider is asked by the numbers of attempts. */
export type AskedByNumber = Pick<PaymentProvider, 'numberOf'> &
  Required<Pick<PaymentProvider, 'findNumbered'>>

type Numbered = { readonly number: string; readonly attempt: number }

function attemptsFrom(number: string, first: number): readonly Numbered[] {
  return Array.from({ length: ATTEMPTS }, (_, index) => ({ number, attempt: first + index }))
}

/** The payments under these numbers, each by the order's own number. */
async function paidUnder({ findNumbered, numberOf }: AskedByNumber, attempts: readonly Numbered[]) {
  const found: { readonly number: string; readonly paid: ProviderOrder }[] = []
  for (let start = 0; start < attempts.length; start += AT_ONCE) {
    const some = new Map(
      attempts
        .slice(start, start + AT_ONCE)
        .map(({ number, attempt }) => [numberOf(number, attempt), number] as const),
    )
    for (const paid of await findNumbered([...some.keys()])) {
      const number = some.get(paid.captures[0]?.invoiceId ?? '')
      if (number !== undefined) found.push({ number, paid })
    }
  }
  return found
}

// An hour's numbers follow each other: one that is missing among them is of an order that was lost.
async function paidInHour(provider: AskedByNumber, code: string, known: ReadonlySet<number>) {
  const lost: Awaited<ReturnType<typeof paidUnder>> = []
  const ask = async (from: number, until: number) => {
    const attempts = Array.from({ length: until - from }, (_, index) => from + index)
      .filter((sequence) => !known.has(sequence))
      .flatMap((sequence) => attemptsFrom(orderNumber(code, sequence), 1))
    const found = await paidUnder(provider, attempts)
    lost.push(...found)
    return Math.max(0, ...found.map(({ number }) => numberParts(number).sequence))
  }
  let next = Math.max(0, ...known) + 1
  await ask(1, next)
  for (;;) {
    const last = await ask(next, next + AHEAD)
    if (last === 0) return lost
    next += AHEAD
  }
}

const HOUR = 60 * 60 * 1000

function hoursOf({ from, until }: Span): readonly string[] {
  const count = Math.ceil((Date.parse(until) - Date.parse(from)) / HOUR)
  return Array.from({ length: count }, (_, index) =>
    timeCode(new Date(Date.parse(from) + index * HOUR)),
  )
}

/**
 * Payments under the numbers of orders placed in a span of which the books know nothing: those of lost
 * orders, and those of attempts that an order does not have. `orders` are all that were placed in it.
 * Throws ProviderProblem.
 */
export async function unbookedPayments(
  provider: AskedByNumber,
  { span, orders }: { readonly span: Span; readonly orders: readonly Order[] },
): Promise<readonly Finding[]> {
  const byHour = Map.groupBy(orders, (order) => numberParts(order.orderNumber).code)
  const unknown = orders.flatMap(({ orderNumber: number, payment }) => {
    const last = Math.max(0, ...(payment?.attempts ?? []).map((attempt) => attempt.number))
    return attemptsFrom(number, last + 1)
  })
  const found = [...(await paidUnder(provider, unknown))]
  for (const hour of hoursOf(span)) {
    const known = (byHour.get(hour) ?? []).map((one) => numberParts(one.orderNumber).sequence)
    found.push(...(await paidInHour(provider, hour, new Set(known))))
  }
  const booked = found.flatMap(({ number, paid }) =>
    bookingsFrom(paid, span.from).map((one) => ({ ...one, invoiceId: number })),
  )
  return bookingFindings(booked, orders)
}

/** The shop's key of an invoice: OT, the hour and number of the order, and which of its invoices it is. */
const KEY = /^OT(\d{10})(\d{4,})(?:R\d+)?$/

/** How another installation at the same account numbers its invoices. */
const OTHERS = /^[A-Za-z]+\d{14,}(?:R\d+)?$/

function orderOfKey(key: string): string | undefined {
  const [, code, sequence] = KEY.exec(key) ?? []
  return code === undefined || sequence === undefined
    ? undefined
    : orderNumber(code, Number(sequence))
}

// One that is being issued just now is stored by its own request.
function findingOf(listed: ListedInvoice, orders: readonly Order[]): Finding | undefined {
  const { key, number: transaction, amount, isVoid } = listed
  const isKnown = orders.some(
    ({ invoicing, invoiceNumber }) =>
      invoicing?.number === transaction || invoiceNumber === transaction,
  )
  if (isVoid || isKnown) return undefined
  const number = orderOfKey(key)
  if (number === undefined) {
    return OTHERS.test(key)
      ? undefined
      : { what: 'invoice-by-hand', number: '', transaction, amount }
  }
  const order = orders.find(({ orderNumber: one }) => one === number)
  if (order?.invoicing?.state === 'sending') return undefined
  const what = order ? 'invoice-not-recorded' : 'invoice-without-order'
  return { what, number, transaction, amount }
}

/** The orders whose invoices a list names by the shop's keys. */
export function ordersListed(listed: readonly ListedInvoice[]): readonly string[] {
  return [...new Set(listed.flatMap(({ key }) => orderOfKey(key) ?? []))]
}

/**
 * The standing invoices of an issuer's list that no order has: of lost orders, not stored, or issued by
 * hand and written down nowhere. `orders` are those that the list names, by key or by number.
 */
export function unbookedInvoices(
  listed: readonly ListedInvoice[],
  orders: readonly Order[],
): readonly Finding[] {
  return listed.flatMap((one) => findingOf(one, orders) ?? [])
}

/** Payments per query. */
const PAYMENTS_A_QUERY = 100

/** Captures and refunds of a provider in a day: counts, and sums in whole TWD. */
export type DaySums = {
  readonly sales: number
  readonly sold: number
  readonly refunds: number
  readonly givenBack: number
}

/** A day's books side by side: PayPal's sums, those of each provider whose payments were read back, and what does not agree. */
export type Reconciliation = DaySums & {
  readonly readBack: readonly (DaySums & { readonly provider: ProviderName })[]
  readonly findings: readonly Finding[]
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

const byId = (orders: readonly Order[]) => [...new Map(orders.map((one) => [one.id, one])).values()]

function sumsOf(booked: readonly PaypalTransaction[]): DaySums {
  const sales = booked.filter(isSale)
  const back = booked.filter((one) => !isSale(one))
  return {
    sales: sales.length,
    sold: sum(sales.map(({ amount }) => amount)),
    refunds: back.filter(isGivenBack).length,
    // Money of a chargeback that came back lessens what was given back.
    givenBack: 0 - sum(back.map(({ amount }) => amount)),
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
      const shown = withRefundsByHand(own.order, seen)
      const numbered = bookingsFrom(shown, capturedAt(own.order) ?? createdAt).map((one) =>
        one.invoiceId === numberOf(orderNumber, own.number)
          ? { ...one, invoiceId: orderNumber }
          : one,
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
    all.filter((one) => isSale(one) && isWithin(one.at, day)).map(({ captureId }) => captureId),
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
  const booked = all.filter((one) => isMoney(one) && isWithin(one.at, span))
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
      ...readDays.flatMap((one) => one.findings),
      ...(await invoiceFindings(day, stored, findings)),
    ],
  }
}
