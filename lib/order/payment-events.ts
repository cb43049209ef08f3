import { z } from 'zod'

import { webAddress } from '../text/text-schemas.ts'
import { PAYMENT_METHODS } from './payment/methods.ts'
import { refundSchema, takenKindSchema } from './payment/money-back.ts'
import { reviewReasonSchema } from './payment/review-reason.ts'
import { CLOSE_CAUSES, REVIEW_ENDS } from './event-causes.ts'
import { event } from './event-shape.ts'

/** The number of an attempt. */
const attempt = z.int().min(1)
/** The number of a refund request or its return. */
const number = z.int().min(1)
/** A code of the provider's own. */
const issue = z.string()
const amount = z.int()
/** Money that went back; `inReview`: it was seen as the owner ended a review. `listed`: its entry at the provider. */
const moneyBack = {
  refundRef: z.string(),
  amount,
  inReview: z.boolean(),
  listed: z.object({ at: z.string(), key: z.string().optional() }).optional(),
}
const captureRef = z.string().optional()
/** The number of refusals that an approval answers, and the provider's approval event. */
const approval = {
  answersRefusals: z.int().min(0).optional(),
  approvalEvent: z.string().optional(),
}
/** The attempt whose money brought a review, and what the provider says of that money. */
const review = {
  reason: reviewReasonSchema,
  money: z
    .object({
      attempt,
      state: z.enum(['captured', 'pending']).optional(),
      captureRef,
      issue,
    })
    .optional(),
}
/** The provider's record of an order's money, where the events before do not add up to it. */
const moneyRecord = z.object({
  refundedAmount: amount,
  refunds: z.array(refundSchema),
  unlisted: takenKindSchema.optional(),
  done: z.array(number),
})
const dispute = {
  dispute: z.string(),
  issue,
  channel: z.enum(['provider', 'bank']).optional(),
  amount: amount.optional(),
}

/** Events of attempts, captures, money, refunds, disputes and reviews. */
export const PAYMENT_EVENTS = [
  event('attempt.started', { attempt, method: z.enum(PAYMENT_METHODS) }),
  event('attempt.opened', {
    attempt,
    reference: z.string().optional(),
    approveAt: webAddress.optional(),
  }),
  event('attempt.approved', { attempt, ...approval }),
  event('attempt.missing', { attempt }),
  event('attempt.found', { attempt }),
  event('attempt.refused', { attempt, issue }),
  event('attempt.closed', { attempt, cause: z.enum(CLOSE_CAUSES), captureRef }),
  event('capture.claimed', { attempt, claim: z.string().optional(), ...approval }),
  event('capture.released', { attempt }),
  event('capture.pending', { attempt, issue, captureRef }),
  event('capture.refused', {
    attempt,
    issue,
    isFinal: z.boolean(),
    captureRef,
    /** Time by the provider's clock. */
    refusedAt: z.iso.datetime().optional(),
    /** Whether it was counted before. */
    isRepeat: z.boolean().optional(),
  }),
  event('money.captured', {
    attempt,
    captureRef: z.string(),
    amount,
    status: z.string().optional(),
  }),
  event('money.refunded', { ...moneyBack, origin: z.enum(['shop', 'provider']) }),
  event('money.reversed', { ...moneyBack, kind: takenKindSchema }),
  /** `gone`: the refunds that the provider lists no more. */
  event('money.won-back', {
    amount,
    inReview: z.boolean(),
    gone: z.array(z.string()).optional(),
  }),
  event('money.handed-back', { amount, pressed: z.string().optional() }),
  event('money.noted', {
    capture: z.object({ attempt, captureRef: z.string(), status: z.string() }).optional(),
    record: moneyRecord.optional(),
  }),
  event('payment.reminded', {}),
  event('refund.requested', {
    number,
    amount,
    pressed: z.string().optional(),
    restock: z.boolean().optional(),
    returnNumber: number.optional(),
    /** The capture of an order under review that goes back, with all that is left of it. */
    capture: z.object({ attempt: z.int().min(1), captureRef: z.string() }).optional(),
  }),
  event('refund.sent', { number, claim: z.string().optional() }),
  event('refund.not-seen', { number }),
  event('refund.pending', { number }),
  /** Money under review went back; the end of the review books it. */
  event('refund.done', { number }),
  event('refund.refused', { number, amount, issue }),
  event('refunds.unwatched', {}),
  event('dispute.opened', dispute),
  event('dispute.won', dispute),
  event('dispute.lost', dispute),
  event('review.opened', review),
  event('review.changed', review),
  event('review.closed', { end: z.enum(REVIEW_ENDS), attempt: attempt.optional(), captureRef }),
] as const
