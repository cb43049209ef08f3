import { z } from 'zod'

import { CLOSE_CAUSES } from '#lib/order/end-causes.ts'
import { PAYMENT_METHODS } from '#lib/payment/methods.ts'
import { paymentCodeSchema } from '#lib/payment/payment.ts'
import { REVIEW_ENDS } from '#lib/payment/review-end.ts'
import { reviewReasonSchema } from '#lib/payment/review-reason.ts'
import { webAddress } from '#lib/text/text-schemas.ts'

/** The number of an attempt. */
const attempt = z.int().min(1)

/** A code of the provider's own. */
const issue = z.string()

const captureRef = z.string().optional()

/** The number of refusals that an approval answers, and the provider's approval event. */
export const approval = {
  answersRefusals: z.int().min(0).optional(),
  approvalEvent: z.string().optional(),
}

/** The attempt whose money brought a review, and what the provider says of that money. */
export const review = {
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

/** Events of attempts, captures and reviews; amounts in whole TWD. */
export const PAYMENT_EVENT_DATA = {
  'attempt.started': { attempt, method: z.enum(PAYMENT_METHODS) },
  'attempt.opened': {
    attempt,
    reference: z.string().optional(),
    approveAt: webAddress.optional(),
    shown: paymentCodeSchema.optional(),
    expiresAt: z.iso.datetime().optional(),
  },
  'payment-code.reminded': { attempt },
  'payment-code.expired': { attempt },
  'attempt.approved': { attempt, ...approval },
  'attempt.missing': { attempt },
  'attempt.found': { attempt },
  'attempt.posted': { attempt },
  /** The provider's signed word; it locks the order's other attempts until reading back shows the money. */
  'attempt.paid-notice': { attempt },
  'attempt.refused': { attempt, issue },
  'attempt.closed': { attempt, cause: z.enum(CLOSE_CAUSES), captureRef },
  'attempts.unwatched': {},
  'capture.claimed': { attempt, claim: z.string().optional(), ...approval },
  'capture.released': { attempt },
  'capture.pending': { attempt, issue, captureRef },
  'capture.refused': {
    attempt,
    issue,
    isFinal: z.boolean(),
    captureRef,
    /** Time by the provider's clock. */
    refusedAt: z.iso.datetime().optional(),
    /** Whether it was counted before. */
    isRepeat: z.boolean().optional(),
  },
  'payment.reminded': {},
  'review.opened': review,
  'review.changed': review,
  'review.closed': {
    end: z.enum(REVIEW_ENDS),
    attempt: attempt.optional(),
    captureRef,
    /** The capture that pays the order from now on, in place of another. */
    details: z.record(z.string(), z.unknown()).optional(),
  },
}
