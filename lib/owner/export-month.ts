import 'server-only'

import { capturedAt, type StoredMovement, providerTaking } from '../order/movements.ts'
import {
  ordersNumbered,
  ordersPlaced,
  ordersWithCaptures,
  ordersWithInvoices,
  pagesOfOrders,
  ordersById,
  ordersAtProvider,
  storedIn,
} from './owner-order-store.ts'
import type { Order } from '../order/order.ts'
import {
  type PaypalTransaction,
  type Books,
  isWithin,
  movements,
  movementTotals,
  type MovementTotals,
  type OrderName,
  bookingFindings,
  type Finding,
  isMoney,
  missingSales,
  orderOf,
  unmatchedBookings,
  compareInvoices,
  bookingsFrom,
  disagreements,
  isGivenBack,
  isSale,
  missingRefunds,
} from './books.ts'
import { type ErasureRun, saveErasure, ordersOfAccount } from './erasure-store.ts'
import { removeMails } from '../mail/outbox-store.ts'
import { log } from '../log/log.ts'
import type { ChangeContext } from '../order/events.ts'
import { type Erasure, eraseOrder, erasureOf } from './customer.ts'
import { changeOrder, type OrdersRead } from '../order/order-store.ts'
import { paypalTransactions } from '../adapters/paypal/transactions.ts'
import { ProviderProblem } from '../order/payment/provider.ts'
import { type FileText, moneyFile, ordersFile } from './export-row.ts'
import { salesFile, creatorsFile } from './read-sales.ts'
import { rangeNamed } from './sales.ts'
import { isMonth, monthSpan, type Span, daySpan } from './month.ts'
import { issuer as findIssuer } from '../adapters/ecpay/issuer.ts'
import { readOrderNumber } from '../order/order-number.ts'
import { ordersListed, unbookedInvoices, unbookedPayments } from './unbooked.ts'
import { InvoiceProblem, type InvoiceIssuer } from '../order/invoice/invoice-words.ts'
import { findProvider, offeredMethods, withRefundsByHand } from '../order/payment/ask-provider.ts'
import { PROVIDER_NAMES, type ProviderName, providerOf } from '../order/payment/methods.ts'

const unique = <Text extends string>(texts: readonly Text[]): readonly Text[] => [
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
  return [...new Map([...byCapture, ...byNumber].map((one) => [one.id, one])).values()]
}

const BATCH = 100
const AT_ONCE = 10

/** Interval between checks of open orders in an erasure, in milliseconds. */
const WAIT = 6 * 60 * 60 * 1000

/** Returns the effect of an erasure of this scope; `open` when it has to wait, undefined when the order stays. */
export function erasureIn(
  scope: ErasureRun['scope'],
  order: Order,
  now: Date,
): Erasure | undefined {
  const isPaid = capturedAt(order) !== undefined || order.payment?.review !== undefined
  return scope === 'unpaid' && isPaid ? undefined : erasureOf(order, now)
}

// An order that the law keeps lost its notes only; it is erased once the years are over.
function isDone({ history }: Order, { kind }: Erasure): boolean {
  return history.some(({ type, data }) => type === 'person.erased' && data.extent === kind)
}

/** Returns the erasure that is due now; undefined when done, kept or still open. */
function dueErasure(scope: ErasureRun['scope'], order: Order, now: Date): Erasure | undefined {
  const erasure = erasureIn(scope, order, now)
  if (erasure === undefined || erasure.kind === 'open' || isDone(order, erasure)) return undefined
  return erasure
}

/** Takes the person from orders that are over, and the mails about them. Returns whether one was passed over. */
async function eraseBatch(
  orders: readonly Order[],
  scope: ErasureRun['scope'],
  context: ChangeContext,
): Promise<boolean> {
  const due = orders.flatMap((order) => (dueErasure(scope, order, context.now) ? [order.id] : []))
  // Mails are found by the orders, and after the next step the orders may not be found.
  await removeMails(due)
  for (let start = 0; start < due.length; start += AT_ONCE) {
    await Promise.all(
      due.slice(start, start + AT_ONCE).map((id) =>
        changeOrder(id, (stored) => {
          const erasure = dueErasure(scope, stored, context.now)
          return erasure && eraseOrder(erasure, context)
        }),
      ),
    )
  }
  return orders.some((order) => erasureIn(scope, order, context.now)?.kind === 'open')
}

// One whole pass ends it, unless an order was not over: then another follows later.
function afterPass(run: ErasureRun, now: Date): ErasureRun {
  const { cursor: _cursor, dueAt: _dueAt, ...rest } = run
  if (!run.hasOpen) return rest
  return { ...rest, hasOpen: false, dueAt: new Date(now.getTime() + WAIT).toISOString() }
}

async function eraseNext(run: ErasureRun, context: ChangeContext): Promise<ErasureRun> {
  const { orders, next } = await ordersOfAccount(run.uid, { after: run.cursor, limit: BATCH })
  const hasOpen = (await eraseBatch(orders, run.scope, context)) || run.hasOpen
  const passed = { ...run, hasOpen }
  const after = next === undefined ? afterPass(passed, context.now) : { ...passed, cursor: next }
  await saveErasure(after)
  return after
}

/**
 * Continues an erasure in batches for about `ms` and stores its progress. Done when `dueAt` is
 * gone. Throws DatabaseUnavailable.
 */
export async function continueErasure(
  begun: ErasureRun,
  now: Date,
  enough: number,
): Promise<ErasureRun> {
  const began = performance.now()
  const by = begun.scope === 'all' ? 'owner' : 'member'
  // An order without a person names no account again, also not the one that asked.
  const isOwn = begun.by === begun.uid
  const context: ChangeContext = { by, now, ...(isOwn ? {} : { who: begun.by }) }
  let run = await eraseNext(begun, context)
  while (run.cursor !== undefined && performance.now() - began < enough) {
    run = await eraseNext(run, context)
  }
  const isDone = run.dueAt === undefined
  if (run.cursor === undefined) log('erasure', { person: run.uid, scope: run.scope, done: isDone })
  return run
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

/** Payments per query. */
const AT_ONCEReconcileDay = 100

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

function begunAt(provider: ProviderName, orders: readonly Order[]): readonly StartedRefund[] {
  return orders.flatMap((order) =>
    (order.payment?.attempts ?? [])
      .filter((attempt) => attempt.provider === provider && attempt.reference !== undefined)
      .map(({ number, reference = '' }) => ({ order, number, reference })),
  )
}

/** A provider's report of these payments, by order number. */
async function readBack(
  provider: ProviderName,
  begun: readonly StartedRefund[],
): Promise<readonly PaypalTransaction[]> {
  const { findPaid, numberOf } = findProvider(provider)
  const booked: PaypalTransaction[] = []
  for (let start = 0; start < begun.length; start += AT_ONCEReconcileDay) {
    const some = begun.slice(start, start + AT_ONCEReconcileDay)
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

// An unavailable provider does not prevent comparing the others.
function notRead(provider: ProviderName, begun: readonly StartedRefund[]): DayRead {
  const numbers = unique(begun.map(({ order }) => order.orderNumber))
  const findings = numbers.map((number) => ({ provider, what: 'not-read' as const, number }))
  return { sums: { provider, ...sumsOf([]) }, findings }
}

/** A day at a provider that lists no bookings: each of the day's payments is read back with all its refunds. */
async function readDay(
  provider: ProviderName,
  orders: readonly Order[],
  day: Span,
): Promise<DayRead> {
  const begun = begunAt(provider, orders)
  const all = await readBack(provider, begun).catch((error: unknown) => {
    if (error instanceof ProviderProblem) return undefined
    throw error
  })
  if (!all) return notRead(provider, begun)
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
