import 'server-only'

import { log, logFailure } from '../../log/log.ts'
import { readReminders } from '../../mail/outbox-store.ts'
import { type SweepCounts, sweepDue, sweepTask } from '../../operation/operation.ts'
import { type ChangeContext, newEvent } from '../events.ts'
import { endOrder } from '../execute.ts'
import { lapseHold } from '../fulfilment.ts'
import {
  changeOrder,
  ordersDue,
  postponeOrder,
  postponeUnreadable,
  findPaidOrder,
  readOrder,
} from '../order-store.ts'
import { type Order, ORDER_DOCUMENT, isOverdue } from '../order.ts'
import {
  findAttemptRef,
  findProvider,
  recordProviderState,
  changeStored,
  now,
} from './ask-provider.ts'
import { closeOverdue, postponeCheck, isSamePayment, noteToldPaid } from './attempts.ts'
import { numberNotice } from './kept-pieces.ts'
import { refundsUnderWay, isReviewRefunded } from './money-back.ts'
import {
  isWatched,
  isUnsettled,
  unpaidUntil,
  unsettledAttempts,
  watchedAttempts,
  paidAttempt,
} from './payment-status.ts'
import { isEventSettled, rememberEvent } from './payment-store.ts'
import { findAttempt } from './payment.ts'
import {
  type ProviderOrder,
  ProviderProblem,
  type ProviderEvent,
  type ProviderMessage,
} from './provider.ts'
import { endRefundedReview, finishRefunds } from './refund-payment.ts'
import { owedNotice } from './refund.ts'
import { applyDispute, isDisputeKnown } from './settlement.ts'
import { finishPayment } from './take-payment.ts'

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
  const due = numberNotice(order, context)?.events[0]?.type
  if (due === undefined || (due === 'number.reminded' && !(await readReminders()))) return order
  return changeStored(order, (stored) => numberNotice(stored, context))
}

// Ends the review as its owner asked; a review that can't end so waits for the owner.
async function endReviewed(order: Order, { context }: Run): Promise<Order> {
  if (!isReviewRefunded(order.payment)) return order
  const { reason, who } = order.payment?.refundRequests?.at(-1) ?? {}
  const ended = await endRefundedReview(order, { ...context, reason, who })
  if (!ended.ok) log('review-open', { order: order.orderNumber, issue: ended.code })
  return ended.ok ? ended.data : order
}

// Tells the owner of refunds by hand that are still owed.
async function noticeOwed(order: Order, { context }: Run): Promise<Order> {
  if (!owedNotice(order, context)) return order
  return changeStored(order, (stored) => owedNotice(stored, context))
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
  const told = await noticeOwed(await noticeNumber(closed, run), run)
  const last = isOverdue(told, run.context.now)
    ? await changeStored(told, (stored) => lapseHold(stored, 'time-over', run.context))
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

/** Maximum number of tries while other requests record another state. */
const TRIES = 4

/**
 * Records a dispute's state; asks again if another state came first. Throws ProviderProblem and
 * DatabaseUnavailable.
 */
export async function settleDispute(
  order: Order,
  { provider, id }: { readonly provider: string; readonly id: string },
): Promise<Order> {
  let current = order
  for (let tries = 0; tries < TRIES; tries += 1) {
    const shown = await findProvider(provider).findDispute?.(id)
    if (!shown) return current
    const { captures: _captures, ...dispute } = shown
    const orderBefore = current
    current = await changeStored(current, (stored) =>
      applyDispute(stored, { dispute, before: orderBefore }, now('provider')),
    )
    if (isDisputeKnown(current, dispute)) return current
  }
  return current
}

/**
 * Records the current state of all known disputes. Throws ProviderProblem and DatabaseUnavailable.
 */
export async function refreshDisputes(order: Order): Promise<Order> {
  const provider = paidAttempt(order)?.provider
  let current = order
  for (const { id } of order.payment?.disputes ?? []) {
    if (provider !== undefined) current = await settleDispute(current, { provider, id })
  }
  return current
}

/** The result of a webhook: settled (now or before), not genuine, sender unclear, no event, or not our order. */
export type WebhookOutcome = 'settled' | 'unknown-order' | Extract<ProviderMessage, string>

async function hintedOrder(id: string | undefined): Promise<Order | undefined> {
  return id !== undefined && ORDER_DOCUMENT.test(id) ? readOrder(id) : undefined
}

async function orderOf(event: ProviderEvent, reference: string): Promise<Order | undefined> {
  const hinted = await hintedOrder(event.orderDocument)
  return findAttempt(hinted?.payment, reference) ? hinted : findPaidOrder({ reference })
}

async function findCaptured(
  captureId: string,
  orderDocument: string | undefined,
): Promise<Order | undefined> {
  return (await findPaidOrder({ captureId })) ?? hintedOrder(orderDocument)
}

// Asks about all attempts when none has this capture yet.
async function settleCapture(order: Order, captureId: string): Promise<Order> {
  const own = order.payment?.attempts.find((attempt) => attempt.captureId === captureId)
  let current = order
  for (const { reference = '' } of own ? [own] : unsettledAttempts(order)) {
    current = await finishPayment(current, reference, 'provider')
  }
  return current
}

// Settles every order of a dispute and returns the first. The dispute comes first: it explains
// taken money.
async function settleDisputeEvent(provider: string, id: string): Promise<Order | undefined> {
  const dispute = await findProvider(provider).findDispute?.(id)
  const settled: Order[] = []
  for (const { id: captureId, orderDocument } of dispute?.captures ?? []) {
    const order = await findCaptured(captureId, orderDocument)
    if (!order) continue
    const noted = await settleDispute(order, { provider, id })
    settled.push(await settleCapture(noted, captureId))
    log('dispute', { order: order.orderNumber, dispute: id, state: dispute?.state }, 'WARNING')
  }
  return settled[0]
}

// The word is stored before the provider is asked, so that nothing else is captured meanwhile; the sweep asks again
// where the provider does not answer.
async function settleToldPaid(order: Order, reference: string): Promise<Order> {
  const told = await changeStored(order, (stored) =>
    noteToldPaid(stored, reference, now('provider')),
  )
  try {
    return await finishPayment(told, reference, 'provider')
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    log('provider-unanswered', { order: order.orderNumber, issue: error.issue })
    return told
  }
}

/** Settles the order that an event is about, and returns it. Throws ProviderProblem and DatabaseUnavailable. */
export async function settleEvent(event: ProviderEvent): Promise<Order | undefined> {
  const { reference, captureId, disputeId, orderDocument, approvedAt: at } = event
  if (disputeId !== undefined) return settleDisputeEvent(event.provider, disputeId)
  if (reference === undefined) {
    if (captureId === undefined) return undefined
    const paid = await findCaptured(captureId, orderDocument)
    return paid && settleCapture(paid, captureId)
  }
  const order = await orderOf(event, reference)
  if (order && event.isToldPaid === true) return settleToldPaid(order, reference)
  const approval = at === undefined ? undefined : { at, event: event.id }
  return order && finishPayment(order, reference, 'provider', approval)
}

/**
 * Verifies the raw webhook and settles what the provider confirms. Throws ProviderProblem and
 * DatabaseUnavailable.
 */
export async function receiveWebhook(
  provider: string,
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<WebhookOutcome> {
  const event = await findProvider(provider).readMessage?.(headers, body, now)
  if (event === undefined) return 'malformed'
  if (typeof event === 'string') return event
  if (await isEventSettled(event.id)) return 'settled'
  const order = await settleEvent(event)
  const { type, id: eventId } = event
  await rememberEvent(eventId, { type, order: order?.orderNumber, settledAt: now.toISOString() })
  log('webhook', { type, eventId, order: order?.orderNumber })
  return order ? 'settled' : 'unknown-order'
}
