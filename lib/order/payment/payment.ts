import { z } from 'zod'

import { webAddress } from '../../text/text-schemas.ts'
import { disputeSchema } from './disputes.ts'
import { PAYMENT_METHODS } from './methods.ts'
import { refundRequestSchema } from './refund-request.ts'
import { reviewReasonSchema } from './review-reason.ts'
import { refundSchema, takenKindSchema } from './money-back.ts'

export const ATTEMPT_STATES = [
  /** Requested; the provider's reference is not stored yet. */
  'creating',
  'open',
  /** A capture was sent, its outcome is unknown. */
  'capturing',
  /** The provider took nothing; the buyer may approve the same attempt again. */
  'refused',
  'pending',
  'captured',
  /** The attempt can't bring money any more. */
  'closed',
] as const
export type AttemptState = (typeof ATTEMPT_STATES)[number]

/** One attempt to pay: one order at the payment provider. Times are ISO 8601 in UTC. */
export const attemptSchema = z.object({
  /** Part of the create call's key. */
  number: z.int().min(1),
  provider: z.string(),
  method: z.enum(PAYMENT_METHODS),
  state: z.enum(ATTEMPT_STATES),
  reference: z.string().optional(),
  /** The provider's page for the buyer. */
  approveAt: webAddress.optional(),
  /** Part of the capture's key. */
  captureAttempt: z.int().min(1),
  /** Captures sent under the current key. */
  sends: z.int().min(0),
  sentAt: z.iso.datetime().optional(),
  /** Random id of the request that may send the current capture. */
  claim: z.string().optional(),
  /** Refusals that the newest approval answers; it allows a capture only while it answers all. */
  answersRefusals: z.int().min(0).optional(),
  /** Ids of the provider's approval events. */
  approvalEvents: z.array(z.string()).default([]),
  refusals: z.int().min(0),
  refusedAt: z.iso.datetime().optional(),
  /** The last refusal by the provider's own clock. */
  providerRefusedAt: z.iso.datetime().optional(),
  missingAt: z.iso.datetime().optional(),
  captureId: z.string().optional(),
  reason: z.string().optional(),
  startedAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
})
export type Attempt = Readonly<z.infer<typeof attemptSchema>>

/** The state of an order's payment as a whole; it follows from its attempts (`paymentState`). */
export const PAYMENT_STATES = [
  'creating',
  'open',
  'capturing',
  'pending',
  'declined',
  'expired',
  'paid',
  'partly-refunded',
  'refunded',
  'review',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** Payment of an order. With `review`, the owner decides about its money. */
export const paymentSchema = z.object({
  state: z.enum(PAYMENT_STATES),
  method: z.enum(PAYMENT_METHODS),
  attempts: z.array(attemptSchema),
  /** The references of all attempts, for the database to search. */
  references: z.array(z.string()),
  /** The capture that pays the order. */
  captureId: z.string().optional(),
  refundedAmount: z.int().min(0),
  refunds: z.array(refundSchema),
  /** The kind of taking in `refundedAmount` that `refunds` does not list. */
  unlisted: takenKindSchema.optional(),
  refundRequests: z.array(refundRequestSchema).optional(),
  disputes: z.array(disputeSchema).optional(),
  /** Whether any dispute is open. */
  disputed: z.boolean().optional(),
  review: z.object({ reason: reviewReasonSchema, at: z.iso.datetime() }).optional(),
  changedAt: z.iso.datetime(),
})

export type Payment = Readonly<z.infer<typeof paymentSchema>>

/** The key that makes creating the provider's order repeatable; it changes only with the attempt. */
export function createKey(orderDocument: string, attempt: number): string {
  return `create:${orderDocument}:${attempt}`
}

/** The key that makes a capture repeatable; its number grows only after a definite refusal. */
export function captureKey(reference: string, captureAttempt: number): string {
  return `capture:${reference}:${captureAttempt}`
}

/**
 * Milliseconds after which no money request is in flight: 40 s to answer, and room for clock skew.
 */
export const IN_FLIGHT = 2 * 60 * 1000

/** Maximum number of attempts that an order starts within an hour. */
export const ATTEMPTS_AN_HOUR = 6

/** After so many refusals the page offers the other way to pay. */
export const MOST_REFUSALS = 3

/** The attempt with this reference of the provider's. */
export function findAttempt(payment: Payment | undefined, reference: string): Attempt | undefined {
  return payment?.attempts.find((attempt) => attempt.reference === reference)
}

/** Whether nothing was sent for an attempt, nor changed on it where nothing was sent, for so many milliseconds. */
export function isSilentFor(
  { sentAt, changedAt }: Attempt,
  time: number,
  { now }: { readonly now: Date },
): boolean {
  return now.getTime() - Date.parse(sentAt ?? changedAt) > time
}

const LOCKING: ReadonlySet<AttemptState> = new Set(['capturing', 'pending', 'captured'])

/** Whether an attempt holds money or may do so, so that no other one of the order may be captured. */
export function isLocking({ state }: Attempt): boolean {
  return LOCKING.has(state)
}

/** Whether the provider may know an outcome of this attempt that the shop does not. */
export function isUnsettledAttempt({ reference, state }: Attempt): boolean {
  return reference !== undefined && state !== 'captured' && state !== 'closed'
}

/** Whether the newest approval answers every refusal. Before a refusal the shop need not have seen an approval. */
export function isApprovedSinceRefusal({ answersRefusals, refusals }: Attempt): boolean {
  return refusals === 0 || answersRefusals === refusals
}
