import { heldUntil } from '../hold.ts'
import { type SweepSchedule, type Order, UNPAID_FOR } from '../order.ts'
import { termsOf } from './methods.ts'
import { type Payment, isReviewRefunded, refundsUnderWay } from './payment.ts'
import { watchTimes } from './payment-status.ts'
import { backoff } from '../../operation/timing.ts'

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
function refundPause(payment: Payment | undefined, sweepCount: number): number | undefined {
  // What the owner makes by hand is on no list of the provider's.
  const [request, ...others] = refundsUnderWay(payment).filter(({ state }) => state !== 'by-hand')
  if (!request) {
    const isEnding = isReviewRefunded(payment) && sweepCount < MOST_ENDINGS
    return isEnding ? pause('capturing', sweepCount) : undefined
  }
  const isSending = [request, ...others].some(({ state }) => state === 'sending')
  return pause(isSending ? 'capturing' : 'pending', sweepCount)
}

const openAttempts = ({ attempts }: Payment) => attempts.filter(({ state }) => state !== 'closed')

// An attempt that nobody approves ends; the check that ends it is not put off.
function attemptsEnd(payment: Payment): number {
  const ends = openAttempts(payment).map(
    ({ startedAt, provider }) => Date.parse(startedAt) + termsOf(provider).openFor,
  )
  return Math.min(...ends)
}

// Returns the shortest pause that a provider of an open attempt asks for.
function waitingPause(payment: Payment, sweepCount: number): number {
  return Math.min(
    ...openAttempts(payment).map(({ provider }) => backoff(termsOf(provider).pauses, sweepCount)),
  )
}

function waitingCheck(payment: Payment, ends: number, now: number, sweepCount: number): number {
  const end = Math.max(attemptsEnd(payment), now + MINUTE)
  return Math.min(now + waitingPause(payment, sweepCount), end, Math.max(ends, now + MINUTE))
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

type CheckedOrder = Pick<Order, 'status' | 'createdAt' | 'payment' | 'hold' | 'check'>

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
  if (order.payment?.review) return check
  const watch = nextWatch(order, now, sweepCount)
  if (!Number.isFinite(watch) || (check && Date.parse(check.at) <= watch)) return check
  return { at: new Date(watch).toISOString(), urgent: false, looks: sweepCount }
}

function checkOfState(order: CheckedOrder, now: Date, sweepCount: number): SweepSchedule | null {
  const { status, createdAt, payment } = order
  const refund = refundPause(payment, sweepCount)
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
  return check.urgent ? check : beforeHoldEnds(check, order, now)
}

// A hold is given back when its time is over.
function beforeHoldEnds(
  check: SweepSchedule,
  order: Pick<Order, 'status' | 'hold'>,
  now: Date,
): SweepSchedule {
  const until = heldUntil(order)
  if (!until) return check
  const end = new Date(Math.max(until.getTime(), now.getTime() + MINUTE)).toISOString()
  return end < check.at ? { ...check, at: end } : check
}

function unpaidCheck(
  { createdAt, payment }: Pick<Order, 'createdAt' | 'payment'>,
  now: Date,
  sweepCount: number,
): SweepSchedule {
  const ends = Date.parse(createdAt) + UNPAID_FOR
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
