import type { ListedInvoice } from '../order/invoice/issuer.ts'
import type { Order } from '../order/order.ts'
import { numberParts, orderNumber, timeCode } from '../order/order-number.ts'
import type { PaymentProvider, ProviderOrder } from '../order/payment/provider.ts'
import { bookingFindings, bookingsFrom, type Finding } from './books.ts'
import type { Span } from './month.ts'

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
  const found = [...(await paidUnder(provider, orders.flatMap(unknownAttempts)))]
  for (const hour of hoursOf(span)) {
    const known = (byHour.get(hour) ?? []).map((one) => numberParts(one.orderNumber).sequence)
    found.push(...(await paidInHour(provider, hour, new Set(known))))
  }
  const booked = found.flatMap(({ number, paid }) =>
    bookingsFrom(paid, span.from).map((one) => ({ ...one, invoiceId: number })),
  )
  return bookingFindings(booked, orders)
}

function unknownAttempts({ orderNumber: number, payment }: Order): readonly Numbered[] {
  const last = Math.max(0, ...(payment?.attempts ?? []).map((attempt) => attempt.number))
  return attemptsFrom(number, last + 1)
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

function isKnownOn({ invoicing, invoiceNumber }: Order, { number }: ListedInvoice): boolean {
  return invoicing?.number === number || invoiceNumber === number
}

// One that is being issued just now is stored by its own request.
function findingOf(listed: ListedInvoice, orders: readonly Order[]): Finding | undefined {
  const { key, number: transaction, amount, isVoid } = listed
  if (isVoid || orders.some((order) => isKnownOn(order, listed))) return undefined
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
