import 'server-only'

import { findPages } from '#lib/adapters/firestore/database.ts'
import {
  type CountDifference,
  countDifferences,
  type CounterName,
  COUNTERS,
  type Counts,
  type CountsByProduct,
  lastingCounts,
  readCounts,
  repairCounts,
  type StoredCounts,
} from '#lib/inventory/inventory-store.ts'
import { CounterTally } from '#lib/order/counter-tally.ts'
import { orderQuery, ordersFrom } from '#lib/order/order-store.ts'
import { readCountedSums, readLastNumbers } from './counted-days.ts'
import { type CountedSums, countsIn, withFingerprint } from './counted-sums.ts'

/** What a comparison of the counters with the sums of the orders found and put right. */
export type Comparison = {
  readonly orders: number
  readonly units: readonly (CountDifference & { readonly title: string })[]
  readonly unreadable: readonly string[]
  readonly skipped: readonly string[] | 'all'
  readonly unsettled: number
}

const NONE: Counts = new Map()

// The products and codes of which nothing is known for sure.
function skippedIn({ unreadable }: CountedSums): ReadonlySet<string> | 'all' {
  const days = Object.values(unreadable)
  if (days.some(({ names }) => names === undefined)) return 'all'
  return new Set(days.flatMap(({ names = [] }) => names))
}

// The uses of a code and of each of its members, by its orders; reads them all.
async function countCode(code: string): Promise<Counts> {
  const tally = new CounterTally()
  const sorted = orderQuery().where('discount.code', '==', code).orderBy('__name__')
  for await (const docs of findPages("counting a code's orders", sorted)) {
    for (const order of ordersFrom(docs).orders) tally.add(order)
  }
  return tally.of('discounts').get(code) ?? NONE
}

type Found = { readonly stored: Counts; readonly counted: Counts }

// A code's members are known as one number; where that differs, its orders are read.
async function exactCounts(counter: CounterName, product: string, found: Found): Promise<Found> {
  if (counter !== 'discounts') return found
  const stored = withFingerprint(found.stored)
  const isSame = countDifferences(counter, product, { ...found, stored }).length === 0
  return isSame ? { stored: NONE, counted: NONE } : { ...found, counted: await countCode(product) }
}

type Sides = {
  readonly seen: ReadonlyMap<string, StoredCounts>
  readonly counted: CountsByProduct
  readonly titles: CountedSums['titles']
  readonly skipped: ReadonlySet<string> | 'all'
}

// One counter of all products: what was put right, and how many would not hold still.
async function repairCounter(counter: CounterName, sides: Sides, now: Date) {
  const { seen, counted, titles, skipped } = sides
  const repaired: Comparison['units'][number][] = []
  let unsettled = 0
  for (const product of new Set([...seen.keys(), ...counted.keys()])) {
    const isSkipped = skipped === 'all' || skipped.has(product)
    if (counter !== 'order_counters' && isSkipped) continue
    const before = seen.get(product)
    const lasting = (counts: Counts = NONE) => lastingCounts(counter, product, counts, now)
    const exact = await exactCounts(counter, product, {
      stored: lasting(before?.counts),
      counted: lasting(counted.get(product)),
    })
    const found = countDifferences(counter, product, exact)
    if (found.length === 0) continue
    const title = titles[product] ?? product
    const parts = { seen: before, counted: exact.counted, title }
    if (await repairCounts(counter, product, parts)) {
      repaired.push(...found.map((countDifference) => ({ ...countDifference, title })))
    } else unsettled += 1
  }
  return { repaired, unsettled }
}

/**
 * Compares the counters with the sums of the orders and puts them right. `bringUpToDate` reads into
 * the sums what changed meanwhile; it returns false if it had no time for all, and then nothing
 * is compared. Throws DatabaseUnavailable.
 */
export async function compareCounters(
  bringUpToDate: () => Promise<boolean>,
  now: Date,
): Promise<Comparison | undefined> {
  // Read before the orders: a counter that is written after this moment is not repaired.
  const stored = await Promise.all(COUNTERS.map((counter) => readCounts(counter, now)))
  if (!(await bringUpToDate())) return undefined
  const sums = await readCountedSums()
  const numbers = await readLastNumbers(now)
  const skipped = skippedIn(sums)
  const units: Comparison['units'][number][] = []
  let unsettled = 0
  for (const [index, counter] of COUNTERS.entries()) {
    const counted =
      counter === 'order_counters'
        ? new Map([...numbers].map(([hour, last]) => [hour, new Map([['current', last]])]))
        : countsIn(sums, counter)
    const sides = { seen: stored[index] ?? new Map(), counted, titles: sums.titles, skipped }
    const answer = await repairCounter(counter, sides, now)
    units.push(...answer.repaired)
    unsettled += answer.unsettled
  }
  const unreadable = Object.values(sums.unreadable).flatMap(({ ids }) => ids)
  const names = skipped === 'all' ? skipped : [...skipped].map((name) => sums.titles[name] ?? name)
  return { orders: sums.orders, units, unreadable, skipped: names, unsettled }
}
