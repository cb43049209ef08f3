import type { ChangeContext } from '../order/events.ts'
import { refusal } from './capture-attempt.ts'
import { termsOf } from './methods.ts'
import { type Attempt, IN_FLIGHT, isSilentFor } from './payment.ts'
import type { AttemptStep } from './payment-change.ts'
import type { PaymentOutcome } from './payment-outcome.ts'

// One answer of "not there" proves nothing: the provider may lag, or its address may be wrong for a moment. An attempt
// ends at the second one, when nothing that was sent before the first can be on its way. Sending a capture, and an
// answer that knows the attempt, clear the first. Money under the provider's review is never given up.
function stepForMissing(attempt: Attempt, context: ChangeContext): AttemptStep | undefined {
  const at = context.now.toISOString()
  switch (attempt.state) {
    case 'open':
    case 'refused':
    case 'capturing': {
      const { missingAt, reason } = attempt
      const isNews = missingAt === undefined
      if (isNews) return { missingAt: at, reason: reason ?? 'missing-at-provider' }
      const isSure = context.now.getTime() - Date.parse(missingAt) >= IN_FLIGHT
      return isSure ? { state: 'closed', reason: 'gone-at-provider' } : undefined
    }
    case 'pending':
      return attempt.missingAt === undefined
        ? { missingAt: at, reason: attempt.reason ?? 'missing-at-provider' }
        : undefined
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

function stepForRefused(
  attempt: Attempt,
  verdict: Extract<PaymentOutcome, { kind: 'refused' }>,
  context: ChangeContext,
): AttemptStep | undefined {
  if (attempt.state === 'captured') return undefined
  const mayRetry = verdict.order === 'approved' || verdict.order === 'open'
  if (attempt.captureId === verdict.capture.id && attempt.state !== 'pending') {
    // A known refusal says nothing about an open capture, unless none can follow it.
    return attempt.state === 'capturing' && !mayRetry
      ? { state: 'closed', reason: verdict.reason }
      : undefined
  }
  return {
    ...refusal(attempt, instant(verdict.capture.createTime), context),
    state: mayRetry ? 'refused' : 'closed',
    captureId: verdict.capture.id,
    reason: verdict.reason,
  }
}

// The provider knows it, so it is not missing.
function stepForKnown({ missingAt, reason = 'found' }: Attempt): AttemptStep | undefined {
  return missingAt === undefined ? undefined : { missingAt: undefined, reason }
}

// "Not approved" releases a capture only when no request of ours can be on its way any more.
function stepForOpen(attempt: Attempt, context: ChangeContext): AttemptStep | undefined {
  return attempt.state === 'capturing' && isSilentFor(attempt, IN_FLIGHT, context)
    ? { state: 'open', sends: 0, reason: 'not-approved', missingAt: undefined }
    : stepForKnown(attempt)
}

// Without keys an attempt is not closed while a request for its money may be on its way.
function stepForVoid(attempt: Attempt, context: ChangeContext): AttemptStep | undefined {
  const { state, provider } = attempt
  if (!['open', 'refused', 'capturing'].includes(state)) return undefined
  const mayBeSent = state === 'capturing' && !isSilentFor(attempt, IN_FLIGHT, context)
  if (mayBeSent && !termsOf(provider).hasKeys) return undefined
  return { state: 'closed', reason: 'gone-at-provider' }
}

/** Applies an outcome to its attempt; undefined when nothing changes. */
export function stepFor(
  attempt: Attempt,
  verdict: PaymentOutcome,
  context: ChangeContext,
): AttemptStep | undefined {
  switch (verdict.kind) {
    case 'captured':
      return attempt.state === 'captured' && attempt.captureId === verdict.capture.id
        ? undefined
        : { state: 'captured', captureId: verdict.capture.id, reason: verdict.capture.status }
    case 'pending':
      if (attempt.state === 'pending') return stepForKnown(attempt)
      return attempt.state === 'captured'
        ? undefined
        : { state: 'pending', captureId: verdict.capture.id, reason: verdict.reason }
    case 'refused':
      return stepForRefused(attempt, verdict, context)
    case 'missing':
      return stepForMissing(attempt, context)
    case 'void':
      return stepForVoid(attempt, context)
    case 'open':
      return stepForOpen(attempt, context)
    case 'approved':
      return stepForKnown(attempt)
    case 'mismatch':
      return undefined
  }
}
