import 'server-only'

import { orderEntries } from '../order/movements.ts'
import {
  bookedByOrder,
  bookedInAll,
  type BookedSums,
  everyOrder,
  repairMovements,
  sumsOf,
  type CountReport,
  readCountReport,
  saveCountReport,
} from './recount-store.ts'
import { repairIndex } from '../order/order-store.ts'
import { readCounts, repairCounts } from '../order/stock-store.ts'
import { isMailEnabled, writeMailOnce } from '../mail/outbox-store.ts'
import { log } from '../log/log.ts'
import {
  countDifferences,
  type CountDifference,
  COUNTERS,
  type CounterName,
  PieceTally,
} from '../order/stock.ts'
import { ok, type Result } from '../result.ts'
import { taipeiDay } from '../time/taipei-time.ts'
import { countLines } from './stock-count.ts'

/** What a comparison of the counters with the orders found, and put right. */
export type Recount = {
  readonly orders: number
  readonly pieces: readonly (CountDifference & { readonly title: string })[]
  /** Numbers of the orders that were not found by their own words. */
  readonly unfound: readonly string[]
  readonly money: readonly {
    readonly orderNumber: string
    readonly stored: BookedSums
    readonly counted: BookedSums
  }[]
  /** Movements of orders that are not there, by the order's document id: nothing says what they were. */
  readonly ownerless: readonly string[]
  /** Orders that can't be read. While there are any, pieces are compared with nothing. */
  readonly unreadable: readonly string[]
  /** Counts that orders kept changing while they were read; the next comparison looks again. */
  readonly unsettled: number
}

/** Comparisons of a count before it is left to the next day: each needs a moment in which no order moves a piece. */
const ROUNDS = 3

type Totals = {
  readonly pieces: PieceTally
  readonly booked: Map<string, BookedSums>
  readonly numbers: Map<string, string>
  readonly unreadable: string[]
  readonly toIndex: string[]
}

async function readTotals(): Promise<Totals> {
  const totals: Totals = {
    pieces: new PieceTally(),
    booked: new Map(),
    numbers: new Map(),
    unreadable: [],
    toIndex: [],
  }
  for await (const page of everyOrder()) {
    for (const { id, order, hasRightIndex } of page) {
      if (!order) {
        totals.unreadable.push(id)
        continue
      }
      totals.pieces.add(order)
      totals.numbers.set(id, order.orderNumber)
      totals.booked.set(id, sumsOf(orderEntries(order)))
      if (!hasRightIndex) totals.toIndex.push(id)
    }
  }
  return totals
}

// One counter of all products: what was put right, and how many would not hold still.
async function repairCounter(
  counter: CounterName,
  tally: PieceTally,
  seen: Awaited<ReturnType<typeof readCounts>>,
): Promise<{ readonly repaired: readonly CountDifference[]; readonly unsettled: number }> {
  const counted = tally.of(counter)
  const repaired: CountDifference[] = []
  let unsettled = 0
  for (const product of new Set([...seen.keys(), ...counted.keys()])) {
    const own = counted.get(product) ?? new Map<string, number>()
    const before = seen.get(product)
    const found = countDifferences(counter, product, { stored: before?.counts, counted: own })
    if (found.length === 0) continue
    const title = tally.titles.get(product) ?? product
    const isRepaired = await repairCounts(counter, product, { seen: before, counted: own, title })
    if (isRepaired) repaired.push(...found)
    else unsettled += 1
  }
  return { repaired, unsettled }
}

async function repairPieces() {
  const found: Recount['pieces'][number][] = []
  for (let round = 1; ; round += 1) {
    // Read before the orders: a counter that is written after this moment is not repaired.
    const seen = await Promise.all(COUNTERS.map(readCounts))
    const totals = await readTotals()
    if (totals.unreadable.length > 0) return { totals, found, unsettled: 0 }
    let unsettled = 0
    for (const [index, counter] of COUNTERS.entries()) {
      const stored = seen[index] ?? new Map()
      const answer = await repairCounter(counter, totals.pieces, stored)
      const { titles } = totals.pieces
      found.push(
        ...answer.repaired.map((one) => ({
          ...one,
          title: titles.get(one.product) ?? one.product,
        })),
      )
      unsettled += answer.unsettled
    }
    if (unsettled === 0 || round === ROUNDS) return { totals, found, unsettled }
  }
}

const isEqual = (one: BookedSums, other: BookedSums) =>
  one.amount === other.amount && one.fee === other.fee

const NOTHING: BookedSums = { amount: 0, fee: 0 }

// Reads the movements one by one only where their sums are not those of the orders.
async function repairMoney({ booked, unreadable }: Totals) {
  const orders = [...booked.values()]
  const sum = (of: 'amount' | 'fee') => orders.reduce((total, one) => total + one[of], 0)
  const all = await bookedInAll()
  const isKnown = unreadable.length === 0
  if (isKnown && isEqual(all, { amount: sum('amount'), fee: sum('fee') })) {
    return { money: [], ownerless: [] }
  }
  const stored = await bookedByOrder()
  const money: Recount['money'][number][] = []
  for (const [id, counted] of booked) {
    if (isEqual(stored.get(id) ?? NOTHING, counted)) continue
    const difference = await repairMovements(id)
    if (difference) money.push(difference)
  }
  const known = new Set([...booked.keys(), ...unreadable])
  return { money, ownerless: [...stored.keys()].filter((id) => !known.has(id)) }
}

/**
 * Compares everything that is kept beside the orders with the orders themselves, and puts it right:
 * pieces taken, pieces to be made, what orders are searched by, and the books. Reads every order,
 * and every movement where the sums differ; may run while orders are placed and paid. Throws
 * DatabaseUnavailable.
 */
export async function recount(): Promise<Recount> {
  const { totals, found, unsettled } = await repairPieces()
  const unfound: string[] = []
  for (const id of totals.toIndex) {
    if (await repairIndex(id)) unfound.push(totals.numbers.get(id) ?? id)
  }
  const { money, ownerless } = await repairMoney(totals)
  const { unreadable, numbers } = totals
  const counted = { orders: numbers.size, pieces: found, unfound, money, ownerless, unreadable }
  log('recounted', {
    orders: numbers.size,
    pieces: found.length,
    unfound: unfound.length,
    money: money.length,
    unsettled,
  })
  return { ...counted, unsettled }
}

/** Hours after midnight in Taipei at which the day's comparison is made, when few orders come. */
const HOUR = 4

const countingDay = (now: Date) => taipeiDay(new Date(now.getTime() - HOUR * 3_600_000))

async function report(now: Date, before: CountReport | undefined): Promise<Recount> {
  const counted = await recount()
  const lines = countLines(counted)
  const at = now.toISOString()
  const found = lines.length > 0 ? { at, lines: [...lines] } : before?.found
  await saveCountReport({ day: countingDay(now), checkedAt: at, ...(found ? { found } : {}) })
  const isNew = lines.join('\n') !== before?.found?.lines.join('\n')
  if (lines.length > 0 && isNew && isMailEnabled()) {
    const event = `counts-${at}`.replaceAll(/[^\w-]/g, '_')
    const values = { count_words: lines.join('\n') }
    await writeMailOnce({ id: event, event, kind: 'owner-counts', values }, now)
  }
  return counted
}

let lastDay: string | undefined

/**
 * Compares the counters with the orders once a day, in the first sweep after four in the morning;
 * tells the owner by one mail. A day that is done costs this process one read. Throws
 * DatabaseUnavailable.
 */
export async function recountDaily(now: Date): Promise<void> {
  const day = countingDay(now)
  if (lastDay === day) return
  const before = await readCountReport()
  if (before?.day !== day) await report(now, before)
  lastDay = day
}

/** Compares the counters with the orders now. Throws DatabaseUnavailable. */
export async function recountNow(now: Date): Promise<Recount> {
  return report(now, await readCountReport())
}

/** The same by the owner's button. */
export async function recountByOwner({
  context,
}: {
  readonly context: { readonly at: Date }
}): Promise<Result<null, never>> {
  await recountNow(context.at)
  return ok(null)
}

/** Days for which the start page tells what a comparison found. */
const TOLD_FOR = 7

/** What was found within the last days, for the start page; one read. Throws DatabaseUnavailable. */
export async function readFoundCounts(now: Date): Promise<CountReport['found']> {
  const found = (await readCountReport())?.found
  const isRecent = found && now.getTime() - Date.parse(found.at) < TOLD_FOR * 24 * 60 * 60 * 1000
  return isRecent ? found : undefined
}
