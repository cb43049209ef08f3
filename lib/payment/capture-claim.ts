import { IN_FLIGHT } from '#lib/operation/timing.ts'
import { type ChangeContext, type EventData, newEvent } from '#lib/order/events.ts'
import { approvedAttempt } from '#lib/order/events/payment.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { defined } from '#lib/result.ts'
import { type Attempt, findAttempt, isLocking, isUnansweredFor } from './payment.ts'
import { termsOf } from './provider-terms.ts'
import type { ProviderProblem } from './provider.ts'

/** An approval on the page after `observedRefusals` refusals, or in a provider event made at `at`. */
export type Approval =
  | { readonly observedRefusals: number }
  | { readonly at: string; readonly event: string }

/**
 * Returns the refusals that an approval event answers. A late event may belong to an earlier
 * approval.
 */
function answeredByEvent(attempt: Attempt, at: string): number {
  const { providerRefusedAt, refusals, approvalEvents } = attempt
  const isAfterRefusal = providerRefusedAt !== undefined && at > providerRefusedAt
  return approvalEvents.length > refusals && isAfterRefusal ? refusals : 0
}

type ApprovalData = Pick<EventData['attempt.approved'], 'answersRefusals' | 'approvalEvent'>

function answerData({ answersRefusals = -1 }: Attempt, answered: number): ApprovalData {
  return answered > answersRefusals ? { answersRefusals: answered } : {}
}

// The page's approval answers the refusals that the page had shown: a late or repeated request has shown fewer.
function approvalData(attempt: Attempt, approval: Approval | undefined): ApprovalData {
  if (!approval) return {}
  if ('observedRefusals' in approval) {
    return answerData(attempt, Math.min(approval.observedRefusals, attempt.refusals))
  }
  const { at, event: approvalEvent } = approval
  if (attempt.approvalEvents.includes(approvalEvent)) return {}
  const next = approvedAttempt(attempt, { approvalEvent })
  return { approvalEvent, ...answerData(attempt, answeredByEvent(next, at)) }
}

// Without keys, retries only when no earlier request is in flight and the attempt has not ended.
function canRetry(attempt: Attempt, context: ChangeContext): boolean {
  if (termsOf(attempt.provider).hasKeys) return true
  if (attempt.state === 'closed' || attempt.refusals > 0) return false
  return attempt.state !== 'capturing' || isUnansweredFor(attempt, IN_FLIGHT, context)
}

/** Whether an attempt may be captured now. No other attempt of its order may hold money. */
function mayCapture({ status, payment }: Order, attempt: Attempt, context: ChangeContext): boolean {
  if (!canRetry(attempt, context)) return false
  if (status !== '待付款' || !payment || payment.review) return false
  if (attempt.state === 'pending' || attempt.state === 'captured') return false
  // A final refusal can't be approved again.
  if (attempt.state === 'closed' && attempt.refusals > 0) return false
  const others = payment.attempts.filter(({ number }) => number !== attempt.number)
  return !others.some(isLocking) && isApprovedSinceRefusal(attempt)
}

/** Whether the newest approval answers every refusal. Before a refusal the shop need not have seen an approval. */
export function isApprovedSinceRefusal({ answersRefusals, refusals }: Attempt): boolean {
  return refusals === 0 || answersRefusals === refusals
}

/** A capture that is to be sent: the random id of the request that sends it, and the approval that it saw. */
export type CaptureClaim = {
  readonly reference: string
  readonly claim: string
  readonly approval?: Approval | undefined
}

/**
 * Claims a capture before it is sent; only the request with the stored id sends it. Else keeps the
 * approval.
 */
export function beginCapture(
  order: Order,
  { reference, claim, approval }: CaptureClaim,
  context: ChangeContext,
): OrderChange | undefined {
  const stored = findAttempt(order.payment, reference)
  if (!stored) return undefined
  const learned = approvalData(stored, approval)
  if (mayCapture(order, approvedAttempt(stored, learned), context)) {
    const data = { attempt: stored.number, claim, ...learned }
    return { events: [newEvent('capture.claimed', data, context)] }
  }
  return approval && noteApproval(order, reference, approval, context)
}

/** The change that keeps an approval for which nothing is captured now, or undefined when it is known. */
export function noteApproval(
  order: Order,
  reference: string,
  approval: Approval,
  context: ChangeContext,
): OrderChange | undefined {
  const stored = findAttempt(order.payment, reference)
  if (!stored) return undefined
  const learned = approvalData(stored, approval)
  if (Object.keys(learned).length === 0) return undefined
  return {
    events: [newEvent('attempt.approved', { attempt: stored.number, ...learned }, context)],
  }
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
  problem: Pick<ProviderProblem, 'kind' | 'issue' | 'at'>,
  context: ChangeContext,
): OrderChange | undefined {
  const attempt = sentAttempt(order, sent)
  if (!attempt) return undefined
  const { kind, issue, at: refusedAt } = problem
  const data = {
    attempt: attempt.number,
    issue,
    isFinal: kind === 'final',
    ...defined({ refusedAt }),
  }
  return { events: [newEvent('capture.refused', data, context)] }
}

/**
 * Reopens an attempt that the provider calls unapproved, unless its capture was sent more than
 * once.
 */
export function releaseUnapproved(
  order: Order,
  sent: SentCapture,
  context: ChangeContext,
): OrderChange | undefined {
  const attempt = sentAttempt(order, sent)
  if (!attempt || attempt.sends > 1) return undefined
  return { events: [newEvent('capture.released', { attempt: attempt.number }, context)] }
}
