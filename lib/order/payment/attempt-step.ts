import { type ChangeContext, newEvent, type OrderEvent } from '../events.ts'
import { termsOf } from './methods.ts'
import { type Attempt, IN_FLIGHT, isSilentFor } from './payment.ts'
import type { PaymentOutcome } from './payment-outcome.ts'
import { defined } from '../../defined.ts'

/** The end of an attempt that the provider does not know any more. */
function goneEvent({ number: attempt }: Attempt, context: ChangeContext): OrderEvent {
  return newEvent('attempt.closed', { attempt, cause: 'gone-at-provider' }, context)
}

// Closes an attempt at a second "missing" answer, once no request can be in flight. `pending` is
// never closed.
function eventForMissing(attempt: Attempt, context: ChangeContext): OrderEvent | undefined {
  const missing = () => newEvent('attempt.missing', { attempt: attempt.number }, context)
  const { missingAt } = attempt
  switch (attempt.state) {
    case 'open':
    case 'refused':
    case 'capturing': {
      if (missingAt === undefined) return missing()
      const isSure = context.now.getTime() - Date.parse(missingAt) >= IN_FLIGHT
      return isSure ? goneEvent(attempt, context) : undefined
    }
    case 'pending':
      return missingAt === undefined ? missing() : undefined
    case 'creating':
    case 'captured':
    case 'closed':
      return undefined
  }
}

/** A time of the provider's as ISO 8601 in UTC; undefined where it tells none. */
function instant(time: string): string | undefined {
  const at = Date.parse(time)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

function eventForRefused(
  attempt: Attempt,
  { capture, reason: issue, order }: Extract<PaymentOutcome, { kind: 'refused' }>,
  context: ChangeContext,
): OrderEvent | undefined {
  if (attempt.state === 'captured') return undefined
  const { number } = attempt
  const mayRetry = order === 'approved' || order === 'open'
  if (attempt.captureId === capture.id && attempt.state !== 'pending') {
    // A known refusal says nothing about an open capture, unless none can follow it.
    const data = { attempt: number, issue, isFinal: true, isRepeat: true }
    return attempt.state === 'capturing' && !mayRetry
      ? newEvent('capture.refused', data, context)
      : undefined
  }
  const refusedAt = instant(capture.createTime)
  const data = {
    attempt: number,
    issue,
    isFinal: !mayRetry,
    captureRef: capture.id,
    ...defined({ refusedAt }),
  }
  return newEvent('capture.refused', data, context)
}

// The provider knows it, so it is not missing.
function eventForKnown(attempt: Attempt, context: ChangeContext): OrderEvent | undefined {
  const { number, missingAt } = attempt
  return missingAt === undefined
    ? undefined
    : newEvent('attempt.found', { attempt: number }, context)
}

// "Not approved" releases a capture only when no request of ours can be on its way any more.
function eventForOpen(attempt: Attempt, context: ChangeContext): OrderEvent | undefined {
  return attempt.state === 'capturing' && isSilentFor(attempt, IN_FLIGHT, context)
    ? newEvent('capture.released', { attempt: attempt.number }, context)
    : eventForKnown(attempt, context)
}

// Without keys an attempt is not closed while a request for its money may be on its way.
function eventForVoid(attempt: Attempt, context: ChangeContext): OrderEvent | undefined {
  const { state, provider } = attempt
  if (!['open', 'refused', 'capturing'].includes(state)) return undefined
  const mayBeSent = state === 'capturing' && !isSilentFor(attempt, IN_FLIGHT, context)
  if (mayBeSent && !termsOf(provider).hasKeys) return undefined
  return goneEvent(attempt, context)
}

function eventForPending(
  attempt: Attempt,
  { capture, reason: issue }: Extract<PaymentOutcome, { kind: 'pending' }>,
  context: ChangeContext,
): OrderEvent | undefined {
  if (attempt.state === 'pending') return eventForKnown(attempt, context)
  const data = { attempt: attempt.number, issue, captureRef: capture.id }
  return attempt.state === 'captured' ? undefined : newEvent('capture.pending', data, context)
}

/** Returns the event of an outcome without money; undefined when it is known. */
export function attemptEvent(
  attempt: Attempt,
  verdict: Exclude<PaymentOutcome, { kind: 'captured' | 'mismatch' }>,
  context: ChangeContext,
): OrderEvent | undefined {
  switch (verdict.kind) {
    case 'pending':
      return eventForPending(attempt, verdict, context)
    case 'refused':
      return eventForRefused(attempt, verdict, context)
    case 'missing':
      return eventForMissing(attempt, context)
    case 'void':
      return eventForVoid(attempt, context)
    case 'open':
      return eventForOpen(attempt, context)
    case 'approved':
      return eventForKnown(attempt, context)
  }
}
