import 'server-only'

import { database, find, type QueryDocumentSnapshot } from '#lib/adapters/firestore/database.ts'
import { log } from '#lib/log/log.ts'
import { isMailEnabled, writeMailOnce } from '#lib/mail/outbox-store.ts'
import { NUMBER_FIELD } from '#lib/order/apply.ts'
import { numberParts, timeCode } from '#lib/order/order-number.ts'
import { CHANGED_HOUR, isIndexRight, orderQuery, repairIndex } from '#lib/order/order-store.ts'
import { ORDER_LIMITS } from '#lib/order/placement-store.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import { compareCounters } from './compare-counters.ts'
import {
  countDay,
  dayOfCode,
  findNextDay,
  readCountedDays,
  readDay,
  type ReadOrder,
} from './counted-days.ts'
import { countLines } from './counter-lines.ts'
import {
  claimRun,
  endRun,
  readRecalculation,
  type Recalculation,
  type RecalculationRun,
  type RecalculationState,
  saveRun,
} from './recalculation-store.ts'
import { findOwnerless, ledgerSumsOf, LedgerTally, repairLedgers } from './repair-ledger.ts'
import { isLimiting, repairOrderLimits } from './repair-order-limits.ts'

const NOTHING: Recalculation = {
  orders: 0,
  units: [],
  accounts: [],
  unfound: [],
  money: [],
  ownerless: [],
  unreadable: [],
  skipped: [],
  more: 0,
  unsettled: 0,
}

/** Differences of a kind that are listed; the others are counted. */
const MAX_LISTED = 50

const LISTS = ['units', 'accounts', 'unfound', 'money', 'ownerless'] as const
type Lists = Pick<Recalculation, (typeof LISTS)[number]>

function withFound(before: Recalculation, found: Partial<Lists>): Recalculation {
  let after = before
  for (const list of LISTS) {
    const all = [...after[list], ...(found[list] ?? [])]
    const more = after.more + Math.max(0, all.length - MAX_LISTED)
    after = { ...after, [list]: all.slice(0, MAX_LISTED), more }
  }
  return after
}

const HOUR = 60 * 60 * 1000

// An instance whose clock is behind names the hour before.
const changesFrom = (clock: number) => timeCode(new Date(clock - HOUR))

function newRun(now: Date, from?: string): RecalculationRun {
  return {
    id: crypto.randomUUID(),
    ...(from === undefined ? {} : { from }),
    startedAt: now.toISOString(),
    since: changesFrom(Date.now()),
    step: from === undefined ? 'days' : 'changes',
    cursor: '',
    rounds: 0,
    found: NOTHING,
  }
}

async function repairIndexes(page: readonly ReadOrder[]): Promise<readonly string[]> {
  const unfound: string[] = []
  for (const { order, snapshot } of page) {
    if (!order || isIndexRight(snapshot, order)) continue
    if (await repairIndex(order.id)) unfound.push(order.orderNumber)
  }
  return unfound
}

// Books the orders of a day anew whose ledger entries differ.
async function repairDay(day: string): Promise<Pick<Lists, 'money' | 'ownerless'>> {
  const money: Recalculation['money'][number][] = []
  for await (const page of readDay(day)) {
    money.push(...(await repairLedgers(page.flatMap(({ order }) => order ?? []))))
  }
  return { money, ownerless: [...(await findOwnerless(day))] }
}

type DayOptions = { readonly now: Date; readonly checksLimits: boolean }

// Reads the orders of a day into its sums, and puts right what follows from each of them.
async function recalculateDay(
  day: string,
  { now, checksLimits }: DayOptions,
): Promise<Partial<Lists>> {
  const ledger = new LedgerTally()
  const unfound: string[] = []
  const accounts: string[] = []
  const use = async (page: readonly ReadOrder[]) => {
    ledger.add(page)
    unfound.push(...(await repairIndexes(page)))
    const limiting = checksLimits
      ? page.flatMap(({ order }) => (order && isLimiting(order, now) ? order.uid : []))
      : []
    accounts.push(...(await repairOrderLimits(limiting, now)).repaired)
  }
  await countDay(day, use, now)
  const isRight = ledger.isEqual(await ledgerSumsOf(day))
  return { unfound, accounts, ...(isRight ? {} : await repairDay(day)) }
}

/** Orders or accounts of a piece of work. */
const PAGE = 300

// The orders that were changed from an hour on, of each its number and account.
async function findChanged(from: string, cursor: string): Promise<QueryDocumentSnapshot[]> {
  const [hour, id] = cursor.split(' ', 2)
  const sorted = orderQuery()
    .where(CHANGED_HOUR, '>=', from)
    .orderBy(CHANGED_HOUR)
    .orderBy('__name__')
  const rest = id === undefined ? sorted : sorted.startAfter(hour, id)
  const fields = [NUMBER_FIELD, 'uid', CHANGED_HOUR]
  return find('finding changed orders', rest.limit(PAGE).select(...fields))
}

const hourOf = (doc: QueryDocumentSnapshot) => numberParts(String(doc.get(NUMBER_FIELD))).code

// The days of changed orders that were read before the change.
async function staleDays(docs: readonly QueryDocumentSnapshot[]): Promise<readonly string[]> {
  const byDay = Map.groupBy(docs, (doc) => dayOfCode(hourOf(doc)))
  const counted = await readCountedDays([...byDay.keys()])
  return [...byDay].flatMap(([day, changed]) => {
    const readAt = counted.get(day)?.valueOf()
    const isFresh =
      readAt !== undefined && changed.every(({ updateTime }) => updateTime.valueOf() <= readAt)
    return isFresh ? [] : [day]
  })
}

type Slice = { readonly now: Date; readonly isOver: () => boolean }

/** Changed orders that are read, and how far. */
type Changes = {
  readonly from: string
  readonly cursor: string
  /** Whether the records of those who placed one of them are compared too. */
  readonly checksLimits: boolean
}

// A page of changed orders; one that leaves no time for all of its days is read again.
async function readChanges({ from, cursor, checksLimits }: Changes, { now, isOver }: Slice) {
  const docs = await findChanged(from, cursor)
  let found: Recalculation = NOTHING
  for (const day of await staleDays(docs)) {
    found = withFound(found, await recalculateDay(day, { now, checksLimits: false }))
    if (isOver()) return { found, cursor }
  }
  const placed = checksLimits ? docs.filter((doc) => hourOf(doc) >= from) : []
  const limits = await repairOrderLimits(
    placed.map((doc) => String(doc.get('uid'))),
    now,
  )
  found = withFound(found, { accounts: limits.repaired })
  const last = docs[PAGE - 1]
  return last
    ? { found, cursor: `${String(last.get(CHANGED_HOUR))} ${last.id}` }
    : { found, cursor: undefined }
}

// A page of the accounts with a record; those without one are known by their orders.
async function checkAccounts(cursor: string, now: Date) {
  const sorted = database().collection(ORDER_LIMITS).orderBy('__name__').select()
  const rest = cursor === '' ? sorted : sorted.startAfter(cursor)
  const docs = await find("reading accounts' records", rest.limit(PAGE))
  const { repaired } = await repairOrderLimits(
    docs.map(({ id }) => id),
    now,
  )
  return { accounts: repaired, cursor: docs[PAGE - 1]?.id }
}

/** Comparisons of the counters before they are left to the next day: each needs a moment in which no order moves a unit. */
const MAX_ROUNDS = 3

async function compare(run: RecalculationRun, slice: Slice): Promise<RecalculationRun> {
  let found: Recalculation = run.found
  const bringUpToDate = async () => {
    let cursor: string | undefined = ''
    while (cursor !== undefined) {
      if (slice.isOver()) return false
      const changes = { from: run.since, cursor, checksLimits: false }
      const page: Awaited<ReturnType<typeof readChanges>> = await readChanges(changes, slice)
      found = withFound(found, page.found)
      cursor = page.cursor
    }
    return true
  }
  const compared = await compareCounters(bringUpToDate, slice.now)
  if (!compared) return { ...run, found }
  const { units, ...rest } = compared
  const rounds = run.rounds + 1
  const isDone = compared.unsettled === 0 || rounds === MAX_ROUNDS
  return {
    ...run,
    rounds,
    step: isDone ? 'done' : 'compare',
    found: { ...withFound(found, { units }), ...rest },
  }
}

// One piece of work of a recalculation: a day, or a page of accounts or changes, or a comparison.
async function advance(run: RecalculationRun, slice: Slice): Promise<RecalculationRun> {
  const { step, cursor, found } = run
  const { now } = slice
  switch (step) {
    case 'days': {
      const day = await findNextDay(cursor)
      if (day === undefined) return { ...run, step: 'accounts', cursor: '' }
      const own = await recalculateDay(day, { now, checksLimits: true })
      return { ...run, cursor: day, found: withFound(found, own) }
    }
    case 'accounts': {
      const { accounts, cursor: next } = await checkAccounts(cursor, now)
      const after = { ...run, found: withFound(found, { accounts }) }
      return next === undefined ? { ...after, step: 'compare' } : { ...after, cursor: next }
    }
    case 'changes': {
      const { from = '' } = run
      const page = await readChanges({ from, cursor, checksLimits: true }, slice)
      const after = { ...run, found: withFound(found, page.found) }
      return page.cursor === undefined
        ? { ...after, step: 'compare' }
        : { ...after, cursor: page.cursor }
    }
    case 'compare':
      return compare(run, slice)
    case 'done':
      return run
  }
}

// Ends a recalculation, and notifies the owner of what was not told before.
async function report(run: RecalculationRun, before: RecalculationState['found']): Promise<void> {
  const { found, startedAt: at } = run
  const lines = [...countLines(found)]
  const isNew = lines.join('\n') !== before?.lines.join('\n')
  if (lines.length > 0 && isNew && isMailEnabled()) {
    const event = `counts-${at}`.replaceAll(/[^\w-]/g, '_')
    const values = { count_words: lines.join('\n') }
    await writeMailOnce({ id: event, event, kind: 'owner-counts', values }, new Date(at))
  }
  await endRun(run, { checkedAt: at, ...(lines.length > 0 ? { found: { at, lines } } : {}) })
  log('counters-recalculated', {
    orders: found.orders,
    units: found.units.length,
    accounts: found.accounts.length,
    unfound: found.unfound.length,
    money: found.money.length,
    unreadable: found.unreadable.length,
    unsettled: found.unsettled,
  })
}

/** In milliseconds: how much work may be done twice where a process ends. */
const SAVED_EVERY = 5_000

// Works at a claimed recalculation for so many milliseconds; what is left is for the next sweep.
async function work(claimed: RecalculationRun, now: Date, budget: number) {
  const began = performance.now()
  const isOver = () => performance.now() - began > budget
  let run = claimed
  let savedAt = began
  try {
    while (run.step !== 'done') {
      run = await advance(run, { now, isOver })
      if (isOver()) break
      if (performance.now() - savedAt < SAVED_EVERY) continue
      if (!(await saveRun(run, { leaves: false }))) return run
      savedAt = performance.now()
    }
  } catch (error) {
    await saveRun(run, { leaves: true }).catch(() => {})
    throw error
  }
  if (run.step === 'done') await report(run, (await readRecalculation()).found)
  else await saveRun(run, { leaves: true })
  return run
}

/** Hour of the morning in Taipei from which the day's recalculation is made, when few orders come. */
const MORNING = 4

const recalculationDay = (now: Date) => taipeiDay(new Date(now.getTime() - MORNING * HOUR))

/** In milliseconds: how long one sweep works at it. */
const SWEEP_BUDGET = 20_000

/** In milliseconds: how long the owner's press waits. */
const PRESS_BUDGET = 8_000

/**
 * Compares the counters with the orders once a day after four in the morning: claims the day, and works at it for a
 * bound of time; the next sweeps go on, on whichever instance. The first time and by hand it reads every order, each
 * further day those of the days of which an order was changed. Tells the owner by one mail what it found. A day that is done costs
 * one read. Throws DatabaseUnavailable.
 */
export async function recalculateDaily(now: Date, budget = SWEEP_BUDGET): Promise<void> {
  const day = recalculationDay(now)
  const state = await readRecalculation()
  if (state.day === day && !state.run) return
  const run = await claimRun(day, ({ day: claimed, run: open, since }) => {
    if (open) return open
    return claimed === day ? undefined : newRun(now, since)
  })
  if (run && run !== 'working') await work(run, now, budget)
}

/** Compares the counters with every order, from the first to the last, and puts them right. Throws DatabaseUnavailable. */
export async function recalculateCounters(now: Date): Promise<Recalculation> {
  let run = newRun(now)
  while (run.step !== 'done') run = await advance(run, { now, isOver: () => false })
  await report(run, (await readRecalculation()).found)
  return run.found
}

/**
 * The same by the owner's button, for a bound of time; the sweeps go on with what is left. Throws
 * DatabaseUnavailable.
 */
export async function recalculateByOwner({
  context: { at: now },
}: {
  readonly context: { readonly at: Date }
}): Promise<Result<null, 'recalculating' | 'orders-unreadable'>> {
  const run = await claimRun(recalculationDay(now), () => newRun(now))
  if (!run || run === 'working') return fail('recalculating')
  const { step, found } = await work(run, now, PRESS_BUDGET)
  if (step !== 'done' || found.unsettled > 0) return fail('recalculating')
  return found.unreadable.length > 0 ? fail('orders-unreadable') : ok(null)
}

/** Days for which the start page shows what a recalculation found. */
const SHOWN_FOR = 7

/** What was found within the last days, for the start page; one read. Throws DatabaseUnavailable. */
export async function readFoundCounts(now: Date): Promise<RecalculationState['found']> {
  const { found } = await readRecalculation()
  const isRecent = found && now.getTime() - Date.parse(found.at) < SHOWN_FOR * 24 * HOUR
  return isRecent ? found : undefined
}
