import type { ChangeContext, Order, OrderChange } from '../order/order.ts'
import { termsOf } from './methods.ts'
import {
  type Attempt,
  findAttempt,
  IN_FLIGHT,
  isApprovedSinceRefusal,
  isLocking,
  isSilentFor,
} from './payment.ts'
import { changeAttempt, changePayment, hasPayment } from './payment-change.ts'
import type { ProviderProblem } from './provider.ts'

/**
 * An approval that the shop saw itself: on the page, by a buyer who had seen so many refusals of this attempt, or
 * in an event of the provider's with this id, made at this time (ISO 8601 in UTC).
 */
export type Approval =
  | { readonly refusalsSeen: number }
  | { readonly at: string; readonly event: string }

/** How many approval events an attempt remembers. */
const MOST_EVENTS = 20

// An event may be made long after the approval that it tells of, even after a refusal that followed it. So it is
// newer only when more approvals are known by their events than refusals, and it was made after the last one.
function eventTime(attempt: Attempt, { at }: { readonly at: string }): string | undefined {
  const { refusedAt, refusals, approvalEvents } = attempt
  if (refusedAt === undefined) return at
  return approvalEvents.length > refusals && at > refusedAt ? at : undefined
}

function withEvent(attempt: Attempt, approval: Approval | undefined): Attempt {
  if (!approval || !('at' in approval)) return attempt
  const { approvalEvents } = attempt
  if (approvalEvents.includes(approval.event)) return attempt
  return { ...attempt, approvalEvents: [...approvalEvents, approval.event].slice(-MOST_EVENTS) }
}

// The page's approval answers the refusals that the page had shown: a repeated or late request has seen fewer.
// Whoever has seen a refusal approves after it, whatever the clocks of two servers say.
function approvalTime(attempt: Attempt, approval: Approval, now: Date): string | undefined {
  if ('at' in approval) return eventTime(attempt, approval)
  if (approval.refusalsSeen < attempt.refusals) return undefined
  const afterRefusal = attempt.refusedAt === undefined ? 0 : Date.parse(attempt.refusedAt) + 1
  return new Date(Math.max(now.getTime(), afterRefusal)).toISOString()
}

function approved(stored: Attempt, approval: Approval | undefined, now: Date): Attempt {
  const attempt = withEvent(stored, approval)
  const at = approval && approvalTime(attempt, approval, now)
  if (at === undefined || (attempt.approvedAt !== undefined && attempt.approvedAt >= at)) {
    return attempt
  }
  return { ...attempt, approvedAt: at }
}

// Without a key money is asked for once: again only when the last request can't be on its way any more, and never
// for an attempt that came to its end.
function mayRepeat(attempt: Attempt, context: ChangeContext): boolean {
  if (termsOf(attempt.provider).hasKeys) return true
  if (attempt.state === 'closed' || attempt.refusedAt !== undefined) return false
  return attempt.state !== 'capturing' || isSilentFor(attempt, IN_FLIGHT, context)
}

/**
 * Whether an attempt may be captured now: its order needs money, no other attempt holds or may hold
 * any, and it was approved since its last refusal.
 */
function mayCapture({ status, payment }: Order, attempt: Attempt, context: ChangeContext): boolean {
  if (!mayRepeat(attempt, context)) return false
  if (status !== '待付款' || !payment || payment.review) return false
  if (attempt.state === 'pending' || attempt.state === 'captured') return false
  // What was refused for good can't be approved again, whoever says so.
  if (attempt.state === 'closed' && attempt.refusedAt !== undefined) return false
  const others = payment.attempts.filter(({ number }) => number !== attempt.number)
  return !others.some(isLocking) && isApprovedSinceRefusal(attempt)
}

/**
 * The intention to capture one of our attempts, written before the provider is asked. An attempt that is being
 * captured is sent again under the same key, or where there are none when the last request is
 * gone. An approval is kept even when nothing may be captured yet.
 */
export function beginCapture(
  order: Order,
  reference: string,
  approval: Approval | undefined,
  context: ChangeContext,
): OrderChange | undefined {
  const stored = findAttempt(order.payment, reference)
  if (!hasPayment(order) || !stored) return undefined
  const attempt = approved(stored, approval, context.now)
  if (mayCapture(order, attempt, context)) {
    const sent = { sends: attempt.sends + 1, sentAt: context.now.toISOString() }
    const step = { ...attempt, ...sent, state: 'capturing', reason: 'approved' } as const
    return changeAttempt(order, stored, step, context)
  }
  return approval && noteApproval(order, reference, approval, context)
}

/** The change that keeps an approval for which nothing is captured now; undefined when it is known. */
export function noteApproval(
  order: Order,
  reference: string,
  approval: Approval,
  context: ChangeContext,
): OrderChange | undefined {
  const stored = findAttempt(order.payment, reference)
  if (!hasPayment(order) || !stored) return undefined
  const attempt = approved(stored, approval, context.now)
  if (attempt === stored) return undefined
  // Nothing happened to the attempt itself: which one was changed last stays as it was.
  const attempts = order.payment.attempts.map((one) => (one === stored ? attempt : one))
  const said = { what: 'payment-approval', reason: 'noted' }
  return changePayment(order, { ...order.payment, attempts }, said, context)
}

/** Which capture a provider's answer belongs to. */
export type SentCapture = { readonly reference: string; readonly captureAttempt: number }

// The answer to a capture counts only while that capture is open.
function sentAttempt(order: Order, sent: SentCapture): Attempt | undefined {
  const attempt = findAttempt(order.payment, sent.reference)
  const isUnderWay =
    attempt?.state === 'capturing' && attempt.captureAttempt === sent.captureAttempt
  return isUnderWay ? attempt : undefined
}

/** The change after a definite refusal of a capture: only this attempt, which gets a new key for the next one. */
export function refuseCapture(
  order: Order,
  sent: SentCapture,
  problem: Pick<ProviderProblem, 'kind' | 'issue'>,
  context: ChangeContext,
): OrderChange | undefined {
  const attempt = sentAttempt(order, sent)
  if (!hasPayment(order) || !attempt) return undefined
  const step = {
    state: problem.kind === 'final' ? ('closed' as const) : ('refused' as const),
    reason: problem.issue,
    ...refusal(attempt, context),
  }
  return changeAttempt(order, attempt, step, context)
}

/** What every refusal writes on its attempt: when, how many by now, and the next capture's key. */
export function refusal(
  attempt: Attempt,
  { now }: ChangeContext,
): Pick<Attempt, 'refusals' | 'refusedAt' | 'captureAttempt' | 'sends'> {
  return {
    refusals: attempt.refusals + 1,
    refusedAt: now.toISOString(),
    captureAttempt: attempt.captureAttempt + 1,
    sends: 0,
  }
}

/**
 * The change when the provider says that nobody approved: the attempt is open again, unless
 * another request sent the same capture and may still bring it through.
 */
export function releaseUnapproved(
  order: Order,
  sent: SentCapture,
  context: ChangeContext,
): OrderChange | undefined {
  const attempt = sentAttempt(order, sent)
  if (!hasPayment(order) || !attempt || attempt.sends > 1) return undefined
  return changeAttempt(order, attempt, { state: 'open', sends: 0, reason: 'not-approved' }, context)
}
