import 'server-only'

import { z } from 'zod'

import {
  database,
  type DocumentSnapshot,
  find,
  findPages,
  readDocument,
  readDocuments,
  Timestamp,
  transact,
} from '#lib/adapters/firestore/database.ts'
import { firstOpenHour } from '#lib/inventory/inventory-store.ts'
import { NUMBER_FIELD } from '#lib/order/apply.ts'
import { CounterTally } from '#lib/order/counter-tally.ts'
import { numberParts } from '#lib/order/order-number.ts'
import { orderFrom, orderQuery, OrderUnreadable } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import {
  addSums,
  type CountedSums,
  countedSumsSchema,
  NO_SUMS,
  sumsOfTally,
  type UnreadableOrders,
} from './counted-sums.ts'

const dayReference = (day: string) => database().collection('counted_days').doc(day)
const monthReference = (day: string) =>
  database().collection('counted_months').doc(day.slice(0, 'YYYYMM'.length))

const daySchema = countedSumsSchema.extend({
  /** The database's time before its orders were read. */
  readAt: z.instanceof(Timestamp),
  /** The last sequence of the order numbers by their hour. */
  lastNumbers: z.record(z.string(), z.number()).default({}),
})

const DAY_DIGITS = 'YYYYMMDD'.length

/** The day (YYYYMMDD in Taipei) of an order number or of an hour. */
export const dayOfCode = (code: string) => code.slice(0, DAY_DIGITS)

/**
 * Bounds of a day's order numbers, as texts are sorted: a colon comes after the last digit. A number of fewer
 * digits, which the shop does not give, is a day of its own and hides no other.
 */
export const numbersOfDay = (day: string) =>
  [`Order${day}`, `Order${day}${day.length < DAY_DIGITS ? '/' : ':'}`] as const

/** An order that was read for its day, or null if it can't be read. */
export type ReadOrder = { readonly order: Order | null; readonly snapshot: DocumentSnapshot }

function readFrom(snapshot: DocumentSnapshot): ReadOrder {
  try {
    return { order: orderFrom(snapshot) ?? null, snapshot }
  } catch (error) {
    if (!(error instanceof OrderUnreadable)) throw error
    return { order: null, snapshot }
  }
}

/** The orders of a day, a page at a time. Throws DatabaseUnavailable. */
export async function* readDay(day: string): AsyncGenerator<readonly ReadOrder[]> {
  const [from, until] = numbersOfDay(day)
  const sorted = orderQuery()
    .where(NUMBER_FIELD, '>=', from)
    .where(NUMBER_FIELD, '<', until)
    .orderBy(NUMBER_FIELD)
  for await (const docs of findPages('counting orders', sorted)) yield docs.map(readFrom)
}

const namedItems = z.array(z.looseObject({ id: z.string() }))
const namedSchema = z.object({
  items: namedItems,
  removed: namedItems.default([]),
  discount: z.object({ code: z.string() }).optional(),
})

// The products and the code that an order names of which nothing more can be read.
function namesIn(snapshot: DocumentSnapshot): readonly string[] | undefined {
  const named = namedSchema.safeParse(snapshot.data()).data
  if (!named) return undefined
  const { items, removed, discount } = named
  return [
    ...items.map(({ id }) => id),
    ...removed.map(({ id }) => id),
    ...(discount ? [discount.code] : []),
  ]
}

function joinUnreadable(
  before: UnreadableOrders | undefined,
  snapshot: DocumentSnapshot,
): UnreadableOrders {
  const { ids = [], names: known = [] } = before ?? {}
  const own = namesIn(snapshot)
  const isKnown = own !== undefined && !(before && before.names === undefined)
  const names = isKnown ? { names: [...new Set([...known, ...own])] } : {}
  return { ids: [...ids, snapshot.id], ...names }
}

/**
 * Reads the orders of a day anew, a page at a time, stores their sums, and puts them in the place of the former ones
 * in the sums of the month. `use` is called with each page. Reads each order once. Throws DatabaseUnavailable.
 */
export async function countDay(
  day: string,
  use: (page: readonly ReadOrder[]) => Promise<void>,
  now: Date,
): Promise<CountedSums> {
  // What changes after this moment may be counted or not: `changedSince` finds it.
  const { readTime: readAt } = await readDocument('reading a counted day', dayReference(day))
  const tally = new CounterTally()
  let orders = 0
  let unreadable: UnreadableOrders | undefined
  for await (const page of readDay(day)) {
    for (const { order, snapshot } of page) {
      if (order) {
        tally.add(order)
        orders += 1
      } else {
        tally.addNumber(String(snapshot.get(NUMBER_FIELD)))
        unreadable = joinUnreadable(unreadable, snapshot)
      }
    }
    await use(page)
  }
  const sums = sumsOfTally(
    tally,
    { orders, unreadable: unreadable ? { [day]: unreadable } : {} },
    now,
  )
  const lastNumbers = [...tally.of('order_counters')].map(
    ([hour, counts]) => [hour, counts.get('current') ?? 0] as const,
  )
  await storeDay(day, { ...sums, readAt, lastNumbers: Object.fromEntries(lastNumbers) })
  return sums
}

async function storeDay(day: string, counted: z.infer<typeof daySchema>): Promise<void> {
  await transact('storing a counted day', async (tx) => {
    const [own, month] = await tx.getAll(dayReference(day), monthReference(day))
    const before = daySchema.safeParse(own?.data()).data
    // Another process has read them later.
    if (before && before.readAt.valueOf() >= counted.readAt.valueOf()) return
    const all = countedSumsSchema.safeParse(month?.data()).data ?? NO_SUMS
    const others = before ? addSums(all, before, -1) : all
    tx.set(monthReference(day), addSums(others, counted, 1))
    tx.set(dayReference(day), counted)
  })
}

/** When the orders of these days were read last, by the database's time; one read each. Throws DatabaseUnavailable. */
export async function readCountedDays(
  days: readonly string[],
): Promise<ReadonlyMap<string, Timestamp>> {
  const found = await readDocuments('reading counted days', days.map(dayReference))
  return new Map(
    found.flatMap((documentSnapshot): [string, Timestamp][] => {
      const { readAt } = daySchema.safeParse(documentSnapshot.data()).data ?? {}
      return readAt ? [[documentSnapshot.id, readAt]] : []
    }),
  )
}

/** The last number given in each hour that may still take orders at `now`. Throws DatabaseUnavailable. */
export async function readLastNumbers(now: Date): Promise<ReadonlyMap<string, number>> {
  const days = database().collection('counted_days')
  const docs = await find(
    'reading counted days',
    days.where('__name__', '>=', dayOfCode(firstOpenHour(now))),
  )
  return new Map(docs.flatMap((doc) => Object.entries(daySchema.parse(doc.data()).lastNumbers)))
}

/** The sums of all orders: those of each month added up; one read a month. Throws DatabaseUnavailable. */
export async function readCountedSums(): Promise<CountedSums> {
  let sums = NO_SUMS
  const months = database().collection('counted_months').orderBy('__name__')
  for await (const docs of findPages('reading counted months', months)) {
    for (const doc of docs) sums = addSums(sums, countedSumsSchema.parse(doc.data()), 1)
  }
  return sums
}

// After the last digit.
const BEYOND_NUMBERS = 'Order:'

/**
 * The next day after `day` (the first for '') of whose numbers there is an order or a ledger entry; two reads. Throws
 * DatabaseUnavailable.
 */
export async function findNextDay(day: string): Promise<string | undefined> {
  const after = day === '' ? 'Order0' : numbersOfDay(day)[1]
  const nexts = [
    { query: orderQuery(), field: NUMBER_FIELD },
    { query: database().collection('movements'), field: 'orderNumber' },
  ].map(async ({ query, field }) => {
    const sorted = query.where(field, '>=', after).where(field, '<', BEYOND_NUMBERS).orderBy(field)
    const [next] = await find('finding the next day', sorted.limit(1).select(field))
    return next ? [dayOfCode(numberParts(String(next.get(field))).code)] : []
  })
  return (await Promise.all(nexts)).flat().toSorted()[0]
}
