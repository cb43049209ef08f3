import { z } from 'zod'

import { refundLineSchema } from '#lib/payment/refund/refund-line.ts'
import { refundSchema, takenKindSchema } from '#lib/payment/refund/refund-record.ts'
import { returnedCaptureSchema } from '#lib/payment/refund/returned-capture.ts'

/** The number of an attempt. */
const attempt = z.int().min(1)

/** The number of a refund request or its return. */
const number = z.int().min(1)

/** A code of the provider's own. */
const issue = z.string()

const amount = z.int()

/** Money that went back; `inReview`: it was seen as the owner ended a review. `listed`: its entry at the provider. */
export const moneyBack = {
  refundRef: z.string(),
  amount,
  inReview: z.boolean(),
  listed: z.object({ at: z.string(), key: z.string().optional() }).optional(),
}

/** The provider's record of an order's money, where the events before do not add up to it. */
const moneyRecord = z.object({
  refundedAmount: amount,
  refunds: z.array(refundSchema),
  unlisted: takenKindSchema.optional(),
  done: z.array(number),
})

/** Events of money and refunds; amounts in whole TWD. */
export const MONEY_EVENT_DATA = {
  'money.captured': {
    attempt,
    captureRef: z.string(),
    amount,
    status: z.string().optional(),
  },
  'money.refunded': { ...moneyBack, origin: z.enum(['shop', 'provider']) },
  'money.reversed': { ...moneyBack, kind: takenKindSchema },
  'money.reinstated': {
    amount,
    inReview: z.boolean(),
    /** The refunds that the provider lists no more. */
    gone: z.array(z.string()).optional(),
  },
  /** By the owner, of a manual sale. */
  'money.refunded-by-hand': {
    amount,
    idempotencyKey: z.string().optional(),
    lines: z.array(refundLineSchema).optional(),
  },
  /** Money that came and went back without paying the order for good: a surplus, or another amount than the order's. */
  'money.returned': {
    ...returnedCaptureSchema.shape,
    /** Whether the buyer is notified of it: not of a surplus, or where another event says it. */
    isNotified: z.boolean(),
  },
  'money.recorded': {
    capture: z.object({ attempt, captureRef: z.string(), status: z.string() }).optional(),
    record: moneyRecord.optional(),
  },
  'refund.requested': {
    number,
    amount,
    idempotencyKey: z.string().optional(),
    restock: z.boolean().optional(),
    returnNumber: number.optional(),
    lines: z.array(refundLineSchema).optional(),
    /** Set if nobody but the owner can give the money back. */
    byHand: z.enum(['at-provider', 'to-bank']).optional(),
    /** The capture of an order under review that goes back, with all that is left of it. */
    capture: z.object({ attempt, captureRef: z.string() }).optional(),
  },
  /** The owner asks the buyer again for the account of a refund by transfer, for a reason that the buyer reads. */
  'refund.account-requested': { number },
  /** The buyer named the account of a refund by transfer. The account itself stands in no event. */
  'refund.account-provided': { number },
  /** The owner gave the money of a request back by hand; the money itself is another event, or the end of the review. */
  'refund.completed-by-hand': {
    number,
    made: z.object({ at: z.iso.datetime(), reference: z.string() }),
  },
  /** The owner won't make it after all. */
  'refund.withdrawn': { number },
  /** A refund by hand that was asked for so many days ago, and is still due. */
  'refund.owner-reminded': { number, days: z.int().min(1) },
  'refund.sent': { number, claim: z.string().optional() },
  /** Its provider takes no refund now: nothing was sent, but for what may have been sent before, at `sentAt`. */
  'refund.postponed': {
    number,
    issue,
    until: z.iso.datetime(),
    sentAt: z.iso.datetime().optional(),
  },
  /** Nobody but a person can tell whether it was made: it is the owner's to look, and to note or to withdraw. */
  'refund.made-manual': { number, amount, issue },
  'refund.not-found': { number },
  'refund.pending': { number },
  /** Money under review went back; the end of the review books it. */
  'refund.done': { number },
  'refund.refused': { number, amount, issue },
  'refunds.unwatched': {},
}
