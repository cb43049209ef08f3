import 'server-only'

import {
  changeOrder,
  ordersDue,
  postponeOrder,
  postponeUnreadable,
} from '../../adapters/firestore/orders.ts'
import { endOrder } from '../cancel-order.ts'
import { isOverdue } from '../hold.ts'
import { lapseHold } from '../lapse-hold.ts'
import type { ChangeContext } from '../events.ts'
import { type Order, UNPAID_FOR } from '../order.ts'
import { log, logFailure } from '../../log/log.ts'
import { closeOverdue, postponeCheck } from './attempts.ts'
import { isSamePayment } from './payment-change.ts'
import { unsettledAttempts } from './payment-status.ts'
import { endRefundedReview } from './close-review.ts'
import { ProviderProblem } from './provider.ts'
import { finishRefunds } from './refund-payment.ts'
import { isReviewRefunded } from './refund-request.ts'
import { finishPayment } from './settle-payment.ts'
import { shouldPollRefunds, settlePaid } from './watch-paid.ts'

/** Orders that one query reads, and orders processed at a time. */
const BATCH = 50
const AT_ONCE = 25

/** After so many milliseconds a sweep begins nothing more, so that it ends before the scheduler gives up. */
const ENOUGH = 40_000

/** Milliseconds for which an unreadable order is put off: a day. */
const UNREADABLE_FOR = 24 * 60 * 60 * 1000

/** Counts of a sweep: orders checked, changed, not asked about, and unreadable. */
export type Sweep = {
  readonly looked: number
  readonly moved: number
  readonly failed: number
  readonly unreadable: number
}

type Outcome = 'moved' | 'same' | 'failed'

type Run = { readonly context: ChangeContext; readonly isOver: () => boolean }

// Undefined when the time was over before every attempt was asked about.
async function finishAll(order: Order, run: Run): Promise<Order | undefined> {
  let current = await finishRefunds(order, 'sweep')
  for (const { reference = '' } of unsettledAttempts(order)) {
    if (run.isOver()) return undefined
    current = await finishPayment(current, reference, 'sweep')
  }
  return current
}

// Keeps attempts open if the payment changed while the provider was asked: the buyer is still there.
function closeAttempts(order: Order, { context }: Run): Promise<Order | undefined> {
  return changeOrder(order.id, (stored) =>
    isSamePayment(stored, order) ? closeOverdue(stored, context) : undefined,
  )
}

async function endHold(order: Order, { context }: Run): Promise<Order> {
  const lapsed = await changeOrder(order.id, (stored) => lapseHold(stored, 'time-over', context))
  return lapsed ?? order
}

function isUnpaidTooLong({ status, createdAt }: Order, { context }: Run): boolean {
  return status === '待付款' && context.now.getTime() - Date.parse(createdAt) >= UNPAID_FOR
}

// Ends the review as its owner asked; a review that can't end so waits for the owner.
async function endReviewed(order: Order, { context }: Run): Promise<Order> {
  const last = order.payment?.refundRequests?.at(-1)
  if (!last || !isReviewRefunded(order.payment)) return order
  const ended = await endRefundedReview(order, { ...context, reason: last.reason, who: last.who })
  if (!ended.ok) log('review-open', { order: order.orderNumber, issue: ended.code })
  return ended.ok ? ended.data : order
}

async function sweepOrder(order: Order, run: Run): Promise<'moved' | 'same'> {
  const asked = await finishAll(order, run)
  if (!asked) {
    await postpone(order, run)
    return 'same'
  }
  const finished = await endReviewed(asked, run)
  const isOpen = ['creating', 'open', 'declined'].includes(finished.payment?.state ?? '')
  const closed = (isOpen ? await closeAttempts(order, run) : undefined) ?? finished
  if (isUnpaidTooLong(closed, run)) {
    // Every attempt was just asked about.
    const ended = await endOrder(closed, 'unpaid-too-long', run.context)
    if (ended.ok) return 'moved'
  }
  const last = isOverdue(closed, run.context.now) ? await endHold(closed, run) : closed
  if (last.history.length !== order.history.length && last.check?.at !== order.check?.at) {
    return 'moved'
  }
  await postpone(order, run)
  return 'same'
}

async function postpone(order: Order, { context }: Run): Promise<void> {
  const next = postponeCheck(order, context.now)
  if (order.check && next) await postponeOrder(order.id, order.check.at, next)
}

function reportUnswept(order: Order, error: unknown): void {
  const debugId = error instanceof ProviderProblem ? error.debugId : undefined
  logFailure('sweep', error, { order: order.orderNumber, debugId })
}

async function trySweep(order: Order, run: Run): Promise<Outcome> {
  try {
    return await sweepOrder(order, run)
  } catch (error) {
    return unswept(order, error, run)
  }
}

// An order that can't be finished goes to the end of the queue, or it would block all others.
async function unswept(order: Order, error: unknown, run: Run): Promise<'failed'> {
  reportUnswept(order, error)
  try {
    await postpone(order, run)
  } catch (again) {
    reportUnswept(order, again)
  }
  return 'failed'
}

// Paid orders are asked about together; a failing one does not hold up the others.
async function sweepPaid(orders: readonly Order[], run: Run): Promise<Outcome[]> {
  if (orders.length === 0) return []
  try {
    const after = await settlePaid(orders, run.context)
    const isMoved = (order: Order, index: number) => after[index]?.check?.at !== order.check?.at
    for (const [index, order] of orders.entries()) {
      if (!isMoved(order, index)) await postpone(order, run)
    }
    return orders.map((order, index) => (isMoved(order, index) ? 'moved' : 'same'))
  } catch (error) {
    const outcomes: Outcome[] = []
    for (const order of orders) outcomes.push(await unswept(order, error, run))
    return outcomes
  }
}

async function sweepBatch(orders: readonly Order[], run: Run): Promise<Outcome[]> {
  const waiting = orders.filter((order) => !shouldPollRefunds(order))
  const outcomes: Outcome[] = await sweepPaid(orders.filter(shouldPollRefunds), run)
  const sweepNext = async () => {
    while (!run.isOver()) {
      const order = waiting.shift()
      if (!order) return
      outcomes.push(await trySweep(order, run))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sweepNext))
  return outcomes
}

async function putOff(id: string, { context }: Run): Promise<void> {
  logFailure('order-unreadable', new Error('Order document failed validation'), { document: id })
  await postponeUnreadable(id, new Date(context.now.getTime() + UNREADABLE_FOR))
}

// Batch after batch, until none is due or the time is over; what was looked at once is not looked at again.
async function sweepDue(urgent: boolean, run: Run) {
  const seen = new Set<string>()
  const outcomes: Outcome[] = []
  let bad = 0
  while (!run.isOver()) {
    const { orders, unreadable } = await ordersDue(run.context.now, urgent, BATCH)
    const fresh = orders.filter(({ id }) => !seen.has(id))
    const unknown = unreadable.filter((id) => !seen.has(id))
    if (fresh.length + unknown.length === 0) break
    for (const id of [...unknown, ...fresh.map((order) => order.id)]) seen.add(id)
    for (const id of unknown) await putOff(id, run)
    bad += unknown.length
    outcomes.push(...(await sweepBatch(fresh, run)))
    if (orders.length + unreadable.length < BATCH) break
  }
  return { outcomes, unreadable: bad }
}

/**
 * Finishes, closes or cancels orders due at `now`, urgent ones first; safe to overlap. Throws
 * DatabaseUnavailable.
 */
export async function sweepPayments(now: Date): Promise<Sweep> {
  const began = performance.now()
  const isOver = () => performance.now() - began > ENOUGH
  const run: Run = { context: { now, by: 'sweep' }, isOver }
  const urgent = await sweepDue(true, run)
  const rest = await sweepDue(false, run)
  const outcomes = [...urgent.outcomes, ...rest.outcomes]
  const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length
  const unreadable = urgent.unreadable + rest.unreadable
  const swept = {
    looked: outcomes.length,
    moved: count('moved'),
    failed: count('failed'),
    unreadable,
  }
  if (swept.looked + unreadable > 0) log('sweep', swept)
  return swept
}
