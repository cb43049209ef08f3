import 'server-only'

import {
  answerDataRequests,
  removeMemberDocuments,
  removeSessions,
} from '#lib/account/account-store.ts'
import { removeMember } from '#lib/adapters/firebase-auth/sessions.ts'
import { readProgress, saveProgress } from '#lib/adapters/firestore/database.ts'
import { halvesOfMember } from '#lib/half/half-store.ts'
import { removeHalves } from '#lib/half/withdraw-half.ts'
import { capturedAt } from '#lib/ledger/entries.ts'
import { log, logFailure } from '#lib/log/log.ts'
import { removeMails } from '#lib/mail/outbox-store.ts'
import type { ChangeContext, OwnerContext } from '#lib/order/events.ts'
import { changeOrder } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { eraseOrder, type Erasure, erasureOf } from '#lib/owner/customer.ts'
import { writeDataRequestMails } from '#lib/owner/data-request-mails.ts'
import {
  cancelledBetween,
  dueErasures,
  type ErasureRun,
  ordersOfAccount,
  saveErasure,
} from '#lib/owner/erasure-store.ts'
import { type CustomerOrder, MOST_NAMED, plannedOrders } from '#lib/owner/find-customer.ts'
import { findPerson } from '#lib/owner/find-person.ts'
import { formsOf, isEmpty, removeVisitorData } from '#lib/owner/visitor-data.ts'

/** Result of an erasure: whether an account was removed, and the effect on each order; `isDone` once all is erased. */
export type ErasureResult = {
  readonly hadAccount: boolean
  readonly isDone: boolean
  readonly orderCount: number
  readonly orders: readonly CustomerOrder[]
}

/** Time budget of an erasure in milliseconds; the sweep continues the rest. */
const FIRST_BUDGET = 15_000

/** Ends an account with all that is kept under its id but orders; what is gone already is fine. */
export async function endAccount(uid: string, now: Date): Promise<void> {
  await removeHalves(await halvesOfMember(uid), now)
  await removeMemberDocuments(uid)
  await removeMember(uid)
  await removeSessions(uid)
}

/**
 * Erases a customer's data that the law does not require. Refuses while an order is open; the sweep
 * continues. Throws DatabaseUnavailable.
 */
export async function eraseCustomer({
  customer,
  context: { by, at },
}: {
  readonly customer: string
  readonly context: OwnerContext
}): Promise<ErasureResult | undefined> {
  const person = await findPerson(customer)
  const forms = await formsOf(customer, person)
  if (!person) {
    if (isEmpty(forms)) return undefined
    await removeVisitorData(forms, at)
    return { hadAccount: false, isDone: true, orderCount: 0, orders: [] }
  }
  const { uid, member, orders, requests } = person
  const planned = plannedOrders(orders, at)
  const result = { orderCount: orders.length, orders: planned.slice(0, MOST_NAMED) }
  const isOpen = planned.some(({ erasure }) => erasure.kind === 'open')
  if (isOpen) return { hadAccount: false, isDone: false, ...result }
  const startedAt = at.toISOString()
  const run: ErasureRun = { uid, scope: 'all', by, startedAt, hasOpen: false, dueAt: startedAt }
  await saveErasure(run)
  await removeVisitorData(forms, at)
  await endAccount(uid, at)
  const { dueAt } = await continueErasure(run, at, FIRST_BUDGET)
  const erasures = requests.filter(({ kind }) => kind === 'erase')
  await writeDataRequestMails(erasures, 'done', at)
  await answerDataRequests({ uid }, ['export', 'erase'])
  return { hadAccount: member !== undefined, isDone: dueAt === undefined, ...result }
}

const ERASURES_A_SWEEP = 3

const SWEEP_BUDGET = 5_000

const UNPAID_A_SWEEP = 50

const DAY = 24 * 60 * 60 * 1000

/** Days after which a cancelled unpaid order is anonymized. */
export const UNPAID_RETENTION_DAYS = 90

// Unpaid orders end within three days, so older ones need one check.
async function clearUnpaidOrders(now: Date): Promise<void> {
  const from = await readProgress('cleared-unpaid')
  const until = new Date(now.getTime() - UNPAID_RETENTION_DAYS * DAY).toISOString()
  const orders = await cancelledBetween({ from: from ?? '', until }, UNPAID_A_SWEEP)
  for (const { id } of orders) {
    await changeOrder(id, (stored) => {
      const erasure = erasureOf(stored, now)
      const isCleared = stored.uid === '' || capturedAt(stored) !== undefined
      if (isCleared || erasure.kind !== 'erased') return undefined
      return eraseOrder(erasure, { by: 'sweep', now })
    })
  }
  const last = orders.at(-1)
  if (last) await saveProgress('cleared-unpaid', last.createdAt)
}

/**
 * Continues due erasures and anonymizes cancelled unpaid orders after 90 days. Run by the sweep.
 * Throws nothing.
 */
export async function continueErasures(now: Date): Promise<void> {
  try {
    for (const run of await dueErasures(now, ERASURES_A_SWEEP))
      await continueErasure(run, now, SWEEP_BUDGET)
    await clearUnpaidOrders(now)
  } catch (error) {
    logFailure('erasures', error)
  }
}

/** Anonymizes a deleted account's unpaid orders; the sweep continues the rest. */
export async function eraseUnpaid(uid: string, now: Date): Promise<void> {
  const startedAt = now.toISOString()
  const run: ErasureRun = {
    uid,
    scope: 'unpaid',
    by: uid,
    startedAt,
    hasOpen: false,
    dueAt: startedAt,
  }
  await saveErasure(run)
  await continueErasure(run, now, SWEEP_BUDGET)
}

/**
 * Repeats erasures after a restore and returns their number; the sweep continues long ones. Throws
 * DatabaseUnavailable.
 */
export async function eraseAgain(runs: readonly ErasureRun[], now: Date): Promise<number> {
  for (const { uid, scope, by, startedAt } of runs) {
    const dueAt = now.toISOString()
    const run: ErasureRun = { uid, scope, by, startedAt, hasOpen: false, dueAt }
    await saveErasure(run)
    await endAccount(uid, now)
    await continueErasure(run, now, SWEEP_BUDGET)
  }
  return runs.length
}

const ORDERS_A_STEP = 100

const ERASED_AT_ONCE = 10

/** Interval between checks of open orders in an erasure, in milliseconds. */
const OPEN_ORDERS_WAIT = 6 * 60 * 60 * 1000

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
  for (let start = 0; start < due.length; start += ERASED_AT_ONCE) {
    await Promise.all(
      due.slice(start, start + ERASED_AT_ONCE).map((id) =>
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
  return {
    ...rest,
    hasOpen: false,
    dueAt: new Date(now.getTime() + OPEN_ORDERS_WAIT).toISOString(),
  }
}

async function eraseNext(run: ErasureRun, context: ChangeContext): Promise<ErasureRun> {
  const { orders, next } = await ordersOfAccount(run.uid, {
    after: run.cursor,
    limit: ORDERS_A_STEP,
  })
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
