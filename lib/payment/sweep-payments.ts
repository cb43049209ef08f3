import 'server-only'

import { log, logFailure } from '#lib/log/log.ts'
import { readReminders } from '#lib/mail/outbox-store.ts'
import { type SweepCounts, sweepDue, sweepTask } from '#lib/operation/operation.ts'
import { endOrder } from '#lib/order/cancel-order.ts'
import { type ChangeContext, newEvent } from '#lib/order/events.ts'
import { expireReservation } from '#lib/order/expire-reservation.ts'
import {
  changeOrder,
  ordersDue,
  postponeOrder,
  postponeUnreadable,
} from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { isOverdue } from '#lib/order/reservation.ts'
import { manualRefundNotice } from '#lib/payment/refund/bank-account-request.ts'
import { isReviewRefunded, refundsUnderWay } from '#lib/payment/refund/refund-record.ts'
import { finishRefunds } from '#lib/payment/refund/send-refund.ts'
import { finishPayment } from './capture-payment.ts'
import { isSamePayment } from './change-to-review.ts'
import { closeOverdue, postponeCheck } from './close-overdue.ts'
import { endRefundedReview } from './close-review.ts'
import { isWatched, watchedAttempts } from './payment-checks.ts'
import { paymentCodeNotice } from './payment-code.ts'
import { isUnsettled, paidAttempt, unpaidUntil, unsettledAttempts } from './payment-status.ts'
import { type ProviderOrder, ProviderProblem } from './provider.ts'
import { findProvider } from './providers.ts'
import { changeStored, findAttemptRef, recordProviderState } from './settle-payment.ts'

/** Maximum number of orders in one request. */
const PAID_AT_ONCE = 100

/** Whether the sweep checks an order only because its provider sends no events about refunds. */
export function shouldPollRefunds(order: Order, now = new Date()): boolean {
  const isMoving =
    isUnsettled(order) ||
    watchedAttempts(order, now).length > 0 ||
    // Those that the owner makes by hand have their own days.
    refundsUnderWay(order.payment).length > 0
  return order.status !== '待付款' && !isMoving
}

// Once no refund is possible any more, the order is not checked again.
function stopPolling(order: Order, context: ChangeContext): Promise<Order> {
  return changeStored(order, (stored) =>
    shouldPollRefunds(stored, context.now) && !isWatched(stored, context.now)
      ? { events: [newEvent('refunds.unwatched', {}, context)] }
      : undefined,
  )
}

/**
 * Polls paid orders for refunds; returns them in the same order. Throws ProviderProblem and
 * DatabaseUnavailable.
 */
export async function settlePaid(
  orders: readonly Order[],
  context: ChangeContext,
): Promise<readonly Order[]> {
  const watched = orders.map((order) => {
    const paid = isWatched(order, context.now) ? paidAttempt(order) : undefined
    return { order, paid, reference: paid?.reference ?? '' }
  })
  const providers = new Set(watched.flatMap(({ paid }) => paid?.provider ?? []))
  const seen: ProviderOrder[] = []
  for (const provider of providers) {
    const { findPaid } = findProvider(provider)
    const own = watched.filter(({ paid }) => paid?.provider === provider)
    const references = own.map(({ reference }) => reference)
    for (let from = 0; from < references.length; from += PAID_AT_ONCE) {
      seen.push(...((await findPaid?.(references.slice(from, from + PAID_AT_ONCE))) ?? []))
    }
  }
  const after: Order[] = []
  for (const { order, paid, reference } of watched) {
    const at = findAttemptRef(order, reference)
    const shown = seen.find(({ id }) => id === reference)
    if (!paid) after.push(await stopPolling(order, context))
    else after.push(at && shown ? (await recordProviderState(at, shown, context.by)).order : order)
  }
  return after
}

/** Orders processed at a time. */
const AT_ONCE = 25

/** After so many milliseconds a sweep begins nothing more, so that it ends before the scheduler gives up. */
const ENOUGH = 40_000

/** Milliseconds for which an unreadable order is put off: a day. */
const UNREADABLE_FOR = 24 * 60 * 60 * 1000

/** Counts of a sweep: orders checked, changed, not asked about, and unreadable. */
export type Sweep = SweepCounts

type Context = { readonly context: ChangeContext }
type Run = Context & { readonly isOver: () => boolean }

// Asks about the attempts that bring money or may. Undefined when the time was over before every one was asked about. One
// provider's silence keeps no other one's answer from the order; it is thrown at the end.
async function finishAll(order: Order, run: Run): Promise<Order | undefined> {
  const { now } = run.context
  let current = await finishRefunds(order, 'sweep')
  const watched = watchedAttempts(order, now)
  // One that paid is asked about only beside another one's number, for then the order is not read with the other paid ones.
  const paid = watched.length > 0 && isWatched(order, now) ? paidAttempt(order) : undefined
  const attempts = [...unsettledAttempts(order), ...watched, ...(paid ? [paid] : [])]
  const silent: ProviderProblem[] = []
  for (const { reference = '' } of attempts) {
    if (run.isOver()) return undefined
    try {
      current = await finishPayment(current, reference, 'sweep')
    } catch (problem) {
      if (!(problem instanceof ProviderProblem)) throw problem
      silent.push(problem)
    }
  }
  if (silent[0]) throw silent[0]
  return current
}

// Keeps attempts open if the payment changed while the provider was asked: the buyer is still there.
function closeAttempts(order: Order, { context }: Run): Promise<Order | undefined> {
  return changeOrder(order.id, (stored) =>
    isSamePayment(stored, order) ? closeOverdue(stored, context) : undefined,
  )
}

// Tells of a number that can be paid only for some hours more, unless the owner has switched reminders off, or no more.
async function noticeNumber(order: Order, { context }: Run): Promise<Order> {
  const due = paymentCodeNotice(order, context)?.events[0]?.type
  if (due === undefined || (due === 'payment-code.reminded' && !(await readReminders())))
    return order
  return changeStored(order, (stored) => paymentCodeNotice(stored, context))
}

// Ends the review as its owner asked; a review that can't end so waits for the owner.
async function endReviewed(order: Order, { context }: Run): Promise<Order> {
  if (!isReviewRefunded(order.payment)) return order
  const { reason, who } = order.payment?.refundRequests?.at(-1) ?? {}
  const ended = await endRefundedReview(order, { ...context, reason, who })
  if (!ended.ok) log('review-open', { order: order.orderNumber, issue: ended.code })
  return ended.ok ? ended.data : order
}

// Tells the owner of refunds by hand that are still due.
async function mailManualRefunds(order: Order, { context }: Run): Promise<Order> {
  if (!manualRefundNotice(order, context)) return order
  return changeStored(order, (stored) => manualRefundNotice(stored, context))
}

async function sweepOrder(order: Order, run: Run): Promise<'moved' | 'same'> {
  const settled = await finishAll(order, run)
  if (!settled) {
    await postpone(order, run)
    return 'same'
  }
  const finished = await endReviewed(settled, run)
  const isOpen = ['creating', 'open', 'declined'].includes(finished.payment?.state ?? '')
  const closed = (isOpen ? await closeAttempts(order, run) : undefined) ?? finished
  if (closed.status === '待付款' && run.context.now >= unpaidUntil(closed)) {
    // Every attempt was just asked about.
    const ended = await endOrder(closed, 'unpaid-too-long', run.context)
    if (ended.ok) return 'moved'
  }
  const told = await mailManualRefunds(await noticeNumber(closed, run), run)
  const last = isOverdue(told, run.context.now)
    ? await changeStored(told, (stored) => expireReservation(stored, 'time-over', run.context))
    : told
  if (last.history.length !== order.history.length && last.check?.at !== order.check?.at) {
    return 'moved'
  }
  if (isWatchOver(last, run.context.now)) await stopWatching(last, run)
  else await postpone(order, run)
  return 'same'
}

async function postpone(order: Order, { context }: Context): Promise<void> {
  const next = postponeCheck(order, context.now)
  if (order.check && next) await postponeOrder(order.id, order.check.at, next)
}

// Whether a look is due after which there is nothing more to look for.
function isWatchOver(order: Order, now: Date): boolean {
  return order.check !== undefined && postponeCheck(order, now) === undefined
}

// Once no number can bring money any more, the order is not checked again.
function stopWatching(order: Order, { context }: Context): Promise<Order | undefined> {
  return changeOrder(order.id, (stored) =>
    isWatchOver(stored, context.now)
      ? { events: [newEvent('attempts.unwatched', {}, context)] }
      : undefined,
  )
}

function dueOrders(isUrgent: boolean, run: Context) {
  return sweepTask<Order>({
    name: 'sweep',
    atOnce: AT_ONCE,
    due: async (limit) => {
      const { orders: items, unreadable } = await ordersDue(run.context.now, isUrgent, limit)
      return { items, unreadable }
    },
    // Paid orders are asked about together.
    together: {
      includes: (order) => shouldPollRefunds(order, run.context.now),
      step: async (orders) => {
        const after = await settlePaid(orders, run.context)
        const outcomes: ('moved' | 'same')[] = []
        for (const [index, order] of orders.entries()) {
          const isMoved = after[index]?.check?.at !== order.check?.at
          if (!isMoved) await postpone(order, run)
          outcomes.push(isMoved ? 'moved' : 'same')
        }
        return outcomes
      },
    },
    step: (order, isOver) => sweepOrder(order, { ...run, isOver }),
    postpone: (order) => postpone(order, run),
    postponeUnreadable: async (id) => {
      const problem = new Error('Order document failed validation')
      logFailure('order-unreadable', problem, { document: id })
      await postponeUnreadable(id, new Date(run.context.now.getTime() + UNREADABLE_FOR))
    },
    facts: ({ orderNumber: order }, error) => ({
      order,
      debugId: error instanceof ProviderProblem ? error.debugId : undefined,
    }),
  })
}

/**
 * Finishes, closes or cancels orders due at `now`, urgent ones first; safe to overlap. Throws
 * DatabaseUnavailable.
 */
export async function sweepPayments(now: Date): Promise<Sweep> {
  const run = { context: { now, by: 'sweep' } } as const
  const swept = await sweepDue([dueOrders(true, run), dueOrders(false, run)], ENOUGH)
  if (swept.looked + swept.unreadable > 0) log('sweep', swept)
  return swept
}
