import { backoff } from '#lib/operation/timing.ts'
import type { Order, SweepSchedule } from '#lib/order/order.ts'
import { reservedUntil } from '#lib/order/reservation.ts'
import { manualRefundTimes } from '#lib/payment/refund/manual-refund.ts'
import { isReviewRefunded, refundsUnderWay } from '#lib/payment/refund/refund-record.ts'
import { type StatusFields, unpaidUntil, unsettledAttempts } from './payment-status.ts'
import { type Attempt, attemptEnd, codeAttempt, type Payment } from './payment.ts'
import { termsOf } from './provider-terms.ts'

/**
 * Attempts by which money may still come that no capture of the shop's asks for, beside those that are unsettled: their
 * numbers were handed out, so they are asked about whatever became of the order.
 */
export function watchedAttempts(order: StatusFields, now: Date): readonly Attempt[] {
  const { payment } = order
  if (!payment || payment.review) return []
  const unsettled = new Set(unsettledAttempts(order))
  return payment.attempts.filter(
    (attempt) =>
      !unsettled.has(attempt) && watchTimes(attempt).some((time) => time > now.getTime() - LATE),
  )
}

/** A look that is due may come this late, in milliseconds: the sweep may have been away. */
const LATE = 24 * 60 * 60 * 1000

/** When a number is asked about that may bring money by itself, in milliseconds since 1970. */
export function watchTimes(attempt: Attempt): readonly number[] {
  const { reference, state, captureId, refusals, provider, startedAt, expiresAt } = attempt
  const { watchedAfter = [] } = termsOf(provider).takesByItself ?? {}
  // A closed attempt with a capture is one whose money went back.
  const isOver =
    state === 'captured' || (state === 'closed' && captureId !== undefined && refusals === 0)
  if (reference === undefined || isOver) return []
  return watchedAfter.map((time) => Date.parse(expiresAt ?? startedAt) + time)
}

/** The buyer is reminded so long before a number's deadline; in milliseconds. */
const REMINDED_BEFORE = 8 * 60 * 60 * 1000

/** When the sweep has something to tell of an open number, in milliseconds since 1970: it ends soon, and it has ended. */
export function noticeTimes({ status, payment }: StatusFields): readonly number[] {
  const attempt = codeAttempt(payment)
  if (status !== '待付款' || !attempt) return []
  const ends = Date.parse(attempt.expiresAt)
  return [ends - REMINDED_BEFORE, ends]
}

const MINUTE = 60_000

const DAY = 24 * 60 * MINUTE

/** The pauses before the sweep's checks of an order, in milliseconds: they double up to `most`. */
const PAUSES = {
  capturing: { first: MINUTE, most: 30 * MINUTE },
  pending: { first: 30 * MINUTE, most: 4 * 60 * MINUTE },
  ending: { first: 5 * MINUTE, most: 3 * 60 * MINUTE },
} as const

function pause(kind: keyof typeof PAUSES, sweepCount: number): number {
  return backoff(PAUSES[kind], sweepCount)
}

/** The sweep's looks at a review whose money went back and that can't end; then it is the owner's alone. */
const MOST_ENDINGS = 8

// A refund that was sent is asked about soon, one that the provider works on seldom.
function refundPause(
  payment: Payment | undefined,
  now: Date,
  sweepCount: number,
): number | undefined {
  // What the owner makes by hand is on no list of the provider's.
  const [request, ...others] = refundsUnderWay(payment).filter(({ state }) => state !== 'by-hand')
  if (!request) {
    const isEnding = isReviewRefunded(payment) && sweepCount < MOST_ENDINGS
    return isEnding ? pause('capturing', sweepCount) : undefined
  }
  const sending = [request, ...others].filter(({ state }) => state === 'sending')
  const waits = sending.flatMap(({ notBefore }) =>
    notBefore === undefined ? [] : Date.parse(notBefore),
  )
  // What no provider takes now waits for its time.
  if (sending.length > 0 && waits.length === sending.length)
    return Math.max(Math.min(...waits) - now.getTime(), MINUTE)
  const isSending = sending.length > 0
  return pause(isSending ? 'capturing' : 'pending', sweepCount)
}

// The shortest pause that a provider of an open attempt asks for. An attempt that nobody approves ends; the check that
// ends it is not put off.
function waitingCheck(
  { attempts }: Payment,
  ends: number,
  now: number,
  sweepCount: number,
): number {
  const open = attempts.filter(({ state }) => state !== 'closed')
  const pauses = open.map(({ provider }) => backoff(termsOf(provider).pauses, sweepCount))
  const firstEnd = Math.min(ends, ...open.map(attemptEnd))
  return Math.min(now + Math.min(...pauses), Math.max(firstEnd, now + MINUTE))
}

/** Whether a paid order is checked daily at this time, because its provider sends no events about refunds. */
export function isWatched(
  { status, createdAt, payment }: Pick<Order, 'status' | 'createdAt' | 'payment'>,
  now: Date,
): boolean {
  const isKept = payment?.state === 'paid' || payment?.state === 'partly-refunded'
  if (!isKept || status === '待付款') return false
  const paid = payment.attempts.find(({ state }) => state === 'captured')
  const time = paid ? termsOf(paid.provider).watchesPaidFor : 0
  return now.getTime() < Date.parse(createdAt) + time
}

type CheckedOrder = Pick<Order, 'status' | 'createdAt' | 'payment' | 'reservation' | 'check'>

// When a number that may bring money by itself is asked about next. A look that is overdue stays due: only the sweep
// itself, which has looked, goes on to the next one.
function nextWatch({ payment, check }: CheckedOrder, now: Date, sweepCount: number) {
  const times = (payment?.attempts ?? []).flatMap(watchTimes)
  const next = Math.min(...times.filter((time) => time > now.getTime()))
  const last = check === undefined ? Number.NaN : Date.parse(check.at)
  const isOverdue = sweepCount === 0 && last <= now.getTime() && times.some((time) => time <= last)
  return isOverdue ? now.getTime() : next
}

/**
 * Returns the sweep's next check, null for none. Pauses grow with `sweepCount`, the checks that found
 * nothing new.
 */
export function nextCheck(
  order: CheckedOrder,
  now: Date,
  sweepCount: number,
): SweepSchedule | null {
  const check = checkOfState(order, now, sweepCount)
  const inReview = order.payment?.review !== undefined
  const notices = [...(inReview ? [] : noticeTimes(order)), ...manualRefundTimes(order.payment)]
  const watch = Math.min(
    inReview ? Number.POSITIVE_INFINITY : nextWatch(order, now, sweepCount),
    ...notices.filter((time) => time > now.getTime()),
  )
  if (!Number.isFinite(watch) || (check && Date.parse(check.at) <= watch)) return check
  return { at: new Date(watch).toISOString(), urgent: false, looks: sweepCount }
}

function checkOfState(order: CheckedOrder, now: Date, sweepCount: number): SweepSchedule | null {
  const { status, createdAt, payment } = order
  const refund = refundPause(payment, now, sweepCount)
  if (refund !== undefined) {
    return { at: new Date(now.getTime() + refund).toISOString(), urgent: true, looks: sweepCount }
  }
  if (payment?.review) return null
  const at = (time: number, urgent: boolean): SweepSchedule => ({
    at: new Date(time).toISOString(),
    urgent,
    looks: sweepCount,
  })
  const isUnderWay = payment?.attempts.some(({ state }) => state === 'capturing') === true
  if (status !== '待付款' && !isUnderWay) {
    return isWatched({ status, createdAt, payment }, now) ? at(now.getTime() + DAY, false) : null
  }
  if (status !== '待付款') return at(now.getTime() + pause('capturing', sweepCount), true)
  const check = unpaidCheck({ createdAt, payment }, now, sweepCount)
  const until = reservedUntil(order)
  if (check.urgent || !until) return check
  // A reservation is given back when its time is over.
  const end = Math.max(until.getTime(), now.getTime() + MINUTE)
  return { ...check, at: new Date(Math.min(end, Date.parse(check.at))).toISOString() }
}

function unpaidCheck(
  { createdAt, payment }: Pick<Order, 'createdAt' | 'payment'>,
  now: Date,
  sweepCount: number,
): SweepSchedule {
  const ends = unpaidUntil({ createdAt, payment }).getTime()
  const at = (time: number, urgent: boolean): SweepSchedule => {
    return { at: new Date(time).toISOString(), urgent, looks: sweepCount }
  }
  switch (payment?.state) {
    case 'capturing':
      return at(now.getTime() + pause('capturing', sweepCount), true)
    case 'pending':
      return at(now.getTime() + pause('pending', sweepCount), true)
    case 'creating':
    case 'open':
    case 'declined':
      return at(waitingCheck(payment, ends, now.getTime(), sweepCount), false)
    default:
      // An order that could not end in time is tried again later.
      return at(
        Math.max(ends, now.getTime() + (sweepCount > 0 ? pause('ending', sweepCount) : 0)),
        false,
      )
  }
}
