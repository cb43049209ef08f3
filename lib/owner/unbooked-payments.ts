import 'server-only'

import { bookingFindings, bookingsFrom, type Finding } from '#lib/ledger/disagreements.ts'
import { numberParts, orderNumber, timeCode } from '#lib/order/order-number.ts'
import type { Order } from '#lib/order/order.ts'
import type { PaymentProvider, ProviderOrder } from '#lib/payment/provider.ts'
import type { Span } from './month.ts'

// What a provider has of a day and the books have not: orders that a restored database has lost, and what was made by hand.

/** Numbers asked about beyond the last of an hour that is known: as many orders in a row may have been paid elsewhere. */
const AHEAD = 25

/** Attempts asked about of an order that is lost, or beyond the last that is known. */
const ATTEMPTS = 3

const AT_ONCE = 100

/** How a provider is asked by the numbers of attempts. */
export type QueriedByNumber = Pick<PaymentProvider, 'numberOf'> &
  Required<Pick<PaymentProvider, 'findNumbered'>>

type Numbered = { readonly number: string; readonly attempt: number }

function attemptsFrom(number: string, first: number): readonly Numbered[] {
  return Array.from({ length: ATTEMPTS }, (_, index) => ({ number, attempt: first + index }))
}

/** The payments under these numbers, each by the order's own number. */
async function paidUnder(
  { findNumbered, numberOf }: QueriedByNumber,
  attempts: readonly Numbered[],
) {
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
async function paidInHour(provider: QueriedByNumber, code: string, known: ReadonlySet<number>) {
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
  provider: QueriedByNumber,
  { span, orders }: { readonly span: Span; readonly orders: readonly Order[] },
): Promise<readonly Finding[]> {
  const byHour = Map.groupBy(orders, (order) => numberParts(order.orderNumber).code)
  const unknown = orders.flatMap(({ orderNumber: number, payment }) => {
    const last = Math.max(0, ...(payment?.attempts ?? []).map((attempt) => attempt.number))
    return attemptsFrom(number, last + 1)
  })
  const found = [...(await paidUnder(provider, unknown))]
  for (const hour of hoursOf(span)) {
    const known = (byHour.get(hour) ?? []).map((order) => numberParts(order.orderNumber).sequence)
    found.push(...(await paidInHour(provider, hour, new Set(known))))
  }
  const booked = found.flatMap(({ number, paid }) =>
    bookingsFrom(paid, span.from).map((paypalTransaction) => ({
      ...paypalTransaction,
      invoiceId: number,
    })),
  )
  return bookingFindings(booked, orders)
}
