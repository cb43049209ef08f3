import 'server-only'

import { isDeepStrictEqual } from 'node:util'

import { LIMITS } from '../account/account.ts'
import { log } from '../log/log.ts'
import { isMailEnabled, writeMailOnce } from '../mail/outbox-store.ts'
import { orderEntries } from '../order/movements.ts'
import type { OrderStatus } from '../order/order-list.ts'
import { repairIndex } from '../order/order-store.ts'
import type { Hold, Order } from '../order/order.ts'
import { type AccountOrders, DAY, piecesIn, recentOrders, takeOver } from '../order/placement.ts'
import {
  readCounts,
  repairCounts,
  countDifferences,
  type CountDifference,
  COUNTERS,
  type CounterName,
  type Counts,
  lastingCounts,
  PieceTally,
} from '../order/stock-store.ts'
import { ok, type Result } from '../result.ts'
import { taipeiDay } from '../time/taipei-time.ts'
import { countLines } from './messages.ts'
import {
  bookedByOrder,
  bookedInAll,
  type BookedSums,
  everyOrder,
  readAccountRecords,
  repairAccountRecord,
  repairMovements,
  sumsOf,
  type CountReport,
  readCountReport,
  saveCountReport,
} from './recount-store.ts'

/** What an account's limits need to know of one of its orders. */
export type LimitedOrder = {
  readonly id: string
  readonly createdAt: string
  readonly status: OrderStatus
  /** The hold with which it began, and its pieces. */
  readonly hold: Hold | undefined
  readonly pieces: number
  readonly isUnverified: boolean
  /** When another order of the account took its place. */
  readonly replacedAt: string | undefined
}

/** What an account's limits need to know of an order; nothing of one that no account placed. */
export function limitedOrder(order: Order): LimitedOrder | undefined {
  const { id, createdAt, status, history } = order
  const [placed] = history
  if (order.uid === '' || order.manualSale || placed?.type !== 'order.placed') return undefined
  const { items = [], hold } = placed.data
  const held = hold && 'until' in hold ? hold.products : []
  const pieces = items.filter((item) => held.includes(item.id))
  const replaced = history.find(
    (event) => event.type === 'order.cancelled' && event.data.cause === 'replaced',
  )
  return {
    id,
    createdAt,
    status,
    hold,
    pieces: pieces.reduce((sum, { quantity }) => sum + quantity, 0),
    isUnverified: order.emailUnverified === true,
    replacedAt: replaced?.at,
  }
}

type Holds = Pick<AccountOrders, 'holds' | 'heldSince'>

// The holds after an order that began with this one, as its placement wrote them.
function holdsAfter(
  { holds, heldSince }: Holds,
  order: LimitedOrder,
  others: Holds['holds'],
): Holds {
  const { id, hold, pieces, createdAt } = order
  const left = holds.filter((one) => !others.includes(one))
  const kept = heldSince === undefined ? {} : { heldSince }
  if (!hold || !('until' in hold)) return { holds: [...others, ...left], ...kept }
  const { until, newcomer = 'customer' } = hold
  const more = piecesIn(left) - pieces
  const rest = more > 0 ? [{ id: left[0]?.id ?? '', pieces: more, until }] : []
  const since = heldSince === undefined ? 0 : Date.parse(heldSince)
  const isSame = Date.parse(createdAt) - since < LIMITS[newcomer].holdEvery
  return {
    holds: [...others, ...rest, { id, pieces, until }],
    heldSince: isSame && heldSince !== undefined ? heldSince : createdAt,
  }
}

/** An account's orders of the last days with all that are unpaid, and when one of it was paid first. */
export type LimitedAccount = {
  readonly orders: readonly LimitedOrder[]
  readonly firstPaidAt?: string | undefined
}

/** An account's record counted anew: its orders placed again one after the other, as its limits counted them. */
export function countAccountOrders(
  { orders, firstPaidAt = '9999' }: LimitedAccount,
  now: Date,
): AccountOrders {
  const sorted = orders.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
  let held: Holds = { holds: [] }
  let unpaid: readonly string[] = []
  for (const order of sorted) {
    const at = new Date(order.createdAt)
    const isReplaced = (id: string) =>
      sorted.some((one) => one.id === id && one.replacedAt === order.createdAt)
    const { holds } = takeOver(held.holds, isReplaced, at)
    held = holdsAfter(held, order, holds)
    const isLimited = order.isUnverified && order.createdAt <= firstPaidAt
    unpaid = isLimited ? [...unpaid, order.id] : []
  }
  const recent = recentOrders(
    sorted.map(({ createdAt }) => createdAt),
    now,
  )
  return { recent, unpaid, ...held }
}

/** In milliseconds: the longest time for which the start of a hold counts. */
const HOLD_EVERY = Math.max(...Object.values(LIMITS).map(({ holdEvery }) => holdEvery))

/**
 * An account's record without what its limits count no more at `now`: two records that say the same
 * are equal.
 */
export function lastingAccount(
  { recent, unpaid, holds, heldSince }: AccountOrders,
  statusOf: (id: string) => OrderStatus | undefined,
  now: Date,
): AccountOrders {
  const isPaid = (id: string) => {
    const status = statusOf(id)
    return status !== undefined && status !== '待付款' && status !== '已取消'
  }
  const lasts = heldSince !== undefined && now.getTime() - Date.parse(heldSince) < HOLD_EVERY
  return {
    recent: recentOrders(recent, now).toSorted(),
    unpaid: unpaid.filter((id) => statusOf(id) === '待付款').toSorted(),
    holds: holds
      .filter(({ id, until }) => Date.parse(until) > now.getTime() - DAY && !isPaid(id))
      .toSorted((one, other) =>
        `${one.id} ${one.pieces}`.localeCompare(`${other.id} ${other.pieces}`),
      ),
    ...(lasts ? { heldSince } : {}),
  }
}

/** What a comparison of the counters with the orders found, and put right. */
export type Recount = {
  readonly orders: number
  readonly pieces: readonly (CountDifference & { readonly title: string })[]
  /** The newest order (empty without one) of each account whose limits were counted by other orders. */
  readonly accounts: readonly string[]
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
  /** The orders of each account that its limits may count. */
  readonly limited: Map<string, LimitedAccount>
  readonly booked: Map<string, BookedSums>
  readonly numbers: Map<string, string>
  readonly unreadable: string[]
  readonly toIndex: string[]
}

/** In milliseconds: longer than anything of a placed order counts for its account, but that it is unpaid. */
const LIMITED_FOR = 8 * 24 * 60 * 60 * 1000

function addLimited({ limited }: Totals, order: Order, now: Date): void {
  const one = limitedOrder(order)
  if (!one) return
  const { orders, firstPaidAt = '9999' } = limited.get(order.uid) ?? { orders: [] }
  const counts =
    one.status === '待付款' || now.getTime() - Date.parse(order.createdAt) < LIMITED_FOR
  const { paidAt = '9999' } = order
  limited.set(order.uid, {
    orders: counts ? [...orders, one] : orders,
    firstPaidAt: paidAt < firstPaidAt ? paidAt : firstPaidAt,
  })
}

async function readTotals(now: Date): Promise<Totals> {
  const totals: Totals = {
    pieces: new PieceTally(),
    limited: new Map(),
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
      addLimited(totals, order, now)
      totals.numbers.set(id, order.orderNumber)
      totals.booked.set(id, sumsOf(orderEntries(order)))
      if (!hasRightIndex) totals.toIndex.push(id)
    }
  }
  return totals
}

type Seen = Awaited<ReturnType<typeof readCounts>>

// One counter of all products: what was put right, and how many would not hold still.
async function repairCounter(
  counter: CounterName,
  { tally, seen, now }: { readonly tally: PieceTally; readonly seen: Seen; readonly now: Date },
): Promise<{ readonly repaired: readonly CountDifference[]; readonly unsettled: number }> {
  const counted = tally.of(counter)
  const repaired: CountDifference[] = []
  let unsettled = 0
  for (const product of new Set([...seen.keys(), ...counted.keys()])) {
    const lasting = (counts: Counts = new Map()) => lastingCounts(counter, product, counts, now)
    const own = lasting(counted.get(product))
    const before = seen.get(product)
    const counts = { stored: lasting(before?.counts), counted: own }
    const found = countDifferences(counter, product, counts)
    if (found.length === 0) continue
    const title = tally.titles.get(product) ?? product
    const isRepaired = await repairCounts(counter, product, { seen: before, counted: own, title })
    if (isRepaired) repaired.push(...found)
    else unsettled += 1
  }
  return { repaired, unsettled }
}

const NO_ORDERS: AccountOrders = { recent: [], unpaid: [], holds: [] }

// The records of accounts by whose limits orders are placed: those that were put right, and how many would not hold still.
async function repairAccounts(
  { limited, numbers }: Totals,
  seen: Awaited<ReturnType<typeof readAccountRecords>>,
  now: Date,
) {
  const repaired: string[] = []
  let unsettled = 0
  for (const uid of new Set([...seen.keys(), ...limited.keys()])) {
    const account = limited.get(uid) ?? { orders: [] }
    const { orders } = account
    const statuses = new Map(orders.map(({ id, status }) => [id, status]))
    const lasting = (record: AccountOrders) => lastingAccount(record, (id) => statuses.get(id), now)
    const before = seen.get(uid)
    const counted = lasting(countAccountOrders(account, now))
    const stored = lasting(before?.record ?? NO_ORDERS)
    if (isDeepStrictEqual(stored, counted)) continue
    const outcome = await repairAccountRecord(uid, { seen: before, counted }, now)
    const newest = orders.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))[0]
    if (outcome === 'repaired') repaired.push(numbers.get(newest?.id ?? '') ?? '')
    if (outcome === 'moving') unsettled += 1
  }
  return { repaired, unsettled }
}

async function repairPieces(now: Date) {
  const found: Recount['pieces'][number][] = []
  const accounts: string[] = []
  for (let round = 1; ; round += 1) {
    // Read before the orders: a counter that is written after this moment is not repaired.
    const records = await readAccountRecords()
    const seen = await Promise.all(COUNTERS.map((counter) => readCounts(counter, now)))
    const totals = await readTotals(now)
    if (totals.unreadable.length > 0) return { totals, found, accounts, unsettled: 0 }
    const limits = await repairAccounts(totals, records, now)
    accounts.push(...limits.repaired)
    let { unsettled } = limits
    for (const [index, counter] of COUNTERS.entries()) {
      const { pieces: tally } = totals
      const stored = seen[index] ?? new Map()
      const answer = await repairCounter(counter, { tally, seen: stored, now })
      found.push(
        ...answer.repaired.map((one) => ({
          ...one,
          title: tally.titles.get(one.product) ?? one.product,
        })),
      )
      unsettled += answer.unsettled
    }
    if (unsettled === 0 || round === ROUNDS) return { totals, found, accounts, unsettled }
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
 * pieces taken, pieces to be made, what accounts that have never paid hold, the numbers of the last
 * hours, accounts' limits, what orders are searched by, and the books. Reads every order,
 * and every movement where the sums differ; may run while orders are placed and paid. Throws
 * DatabaseUnavailable.
 */
export async function recount(now: Date): Promise<Recount> {
  const { totals, found, accounts, unsettled } = await repairPieces(now)
  const unfound: string[] = []
  for (const id of totals.toIndex) {
    if (await repairIndex(id)) unfound.push(totals.numbers.get(id) ?? id)
  }
  const { money, ownerless } = await repairMoney(totals)
  const { unreadable, numbers } = totals
  const counted = {
    orders: numbers.size,
    pieces: found,
    accounts,
    unfound,
    money,
    ownerless,
    unreadable,
  }
  log('recounted', {
    orders: numbers.size,
    pieces: found.length,
    accounts: accounts.length,
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
  const counted = await recount(now)
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
