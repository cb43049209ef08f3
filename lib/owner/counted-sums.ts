import 'server-only'

import { z } from 'zod'

import { lastingCounts, type Counts } from '#lib/inventory/inventory-store.ts'
import type { CounterTally } from '#lib/order/counter-tally.ts'

/** The counters whose sums are stored by day and month; numbers of orders are compared by the hour alone. */
export const SUMMED_COUNTERS = ['stock', 'to_make', 'firstTimeBuyers', 'discounts'] as const
export type SummedCounter = (typeof SUMMED_COUNTERS)[number]

const countsSchema = z.record(z.string(), z.number())

/** What is known of orders of a day that can't be read. */
const unreadableSchema = z.object({
  /** Their document ids. */
  ids: z.array(z.string()),
  /** The products and codes that they name, or undefined if one of them does not even name its products. */
  names: z.array(z.string()).optional(),
})
export type UnreadableOrders = Readonly<z.infer<typeof unreadableSchema>>

/** The sums of the orders of a day or a month, as they are stored. */
export const countedSumsSchema = z.object({
  orders: z.number().default(0),
  /** By counter, document and path of the field. */
  counts: z.partialRecord(z.enum(SUMMED_COUNTERS), z.record(z.string(), countsSchema)).default({}),
  /** Titles by product. */
  titles: z.record(z.string(), z.string()).default({}),
  /** By day. */
  unreadable: z.record(z.string(), unreadableSchema).default({}),
})
export type CountedSums = Readonly<z.infer<typeof countedSumsSchema>>

/** The sums of no order. */
export const NO_SUMS: CountedSums = { orders: 0, counts: {}, titles: {}, unreadable: {} }

const MEMBER = 'members/'

/** The field that stands for the counts of all members of a code. */
const FINGERPRINT = 'fingerprint'

/** In bits: the sum of a million hashes of members is still exact. */
const HASH_BITS = 32

// FNV-1a; a member's name here is a hash already.
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const letter of text) {
    value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  }
  return value % 2 ** HASH_BITS
}

/**
 * The counts of a code with one number in place of its members: the sum of their hashes, each as
 * often as it used the code. A code may have more members than a document has room for.
 */
export function withFingerprint(counts: Counts): Counts {
  const members = [...counts].filter(([field]) => field.startsWith(MEMBER))
  if (members.length === 0) return counts
  const sum = members.reduce((total, [field, count]) => total + count * hash(field), 0)
  const others = [...counts].filter(([field]) => !field.startsWith(MEMBER))
  return new Map([...others, [FINGERPRINT, sum]])
}

const isFilled = (counts: Counts) => counts.size > 0

/** The sums of a tally at `now`, without what counts no more. */
export function sumsOfTally(
  tally: CounterTally,
  { orders, unreadable }: Pick<CountedSums, 'orders' | 'unreadable'>,
  now: Date,
): CountedSums {
  const counts = SUMMED_COUNTERS.map((counter) => {
    const lasting = [...tally.of(counter)].flatMap(([document, own]) => {
      const left = withFingerprint(lastingCounts(counter, document, own, now))
      return isFilled(left) ? [[document, Object.fromEntries(left)] as const] : []
    })
    return [counter, Object.fromEntries(lasting)] as const
  })
  return {
    orders,
    counts: Object.fromEntries(counts),
    titles: Object.fromEntries(tally.titles),
    unreadable,
  }
}

function addCounts(
  a: Readonly<Record<string, number>>,
  b: Readonly<Record<string, number>>,
  sign: 1 | -1,
): Readonly<Record<string, number>> {
  const sum = new Map(Object.entries(a))
  for (const [field, count] of Object.entries(b)) {
    const next = (sum.get(field) ?? 0) + sign * count
    if (next === 0) sum.delete(field)
    else sum.set(field, next)
  }
  return Object.fromEntries(sum)
}

/** Sums with others added to them (`sign` 1), or taken out of them (-1). */
export function addSums(a: CountedSums, b: CountedSums, sign: 1 | -1): CountedSums {
  const counts = SUMMED_COUNTERS.map((counter) => {
    const documents = new Map(Object.entries(a.counts[counter] ?? {}))
    for (const [document, own] of Object.entries(b.counts[counter] ?? {})) {
      const sum = addCounts(documents.get(document) ?? {}, own, sign)
      if (Object.keys(sum).length === 0) documents.delete(document)
      else documents.set(document, sum)
    }
    return [counter, Object.fromEntries(documents)] as const
  })
  const days = new Set(Object.keys(b.unreadable))
  const left = Object.entries(a.unreadable).filter(([day]) => !days.has(day))
  return {
    orders: a.orders + sign * b.orders,
    counts: Object.fromEntries(counts),
    titles: { ...a.titles, ...b.titles },
    unreadable: sign === 1 ? { ...a.unreadable, ...b.unreadable } : Object.fromEntries(left),
  }
}

/** The summed counts of each document of a counter. */
export function countsIn(sums: CountedSums, counter: SummedCounter): ReadonlyMap<string, Counts> {
  const documents = Object.entries(sums.counts[counter] ?? {})
  return new Map(documents.map(([name, own]) => [name, new Map(Object.entries(own))]))
}
