import { z } from 'zod'

import { disputeSchema, withDisputeList } from './disputes.ts'
import { paymentMethodSchema } from './methods.ts'
import { refundRequestSchema } from './refund-request.ts'
import { reviewReasonSchema } from './review-reason.ts'
import { refundSchema, takenKindSchema } from './money-back.ts'

/**
 * The states of one attempt to pay. `creating`: asked for, the provider's reference is not stored yet.
 * `capturing`: a capture was sent and its outcome is not known. `refused`: the provider took nothing, and the
 * buyer may approve the same attempt again. `closed`: it can't bring money any more.
 */
export const ATTEMPT_STATES = [
  'creating',
  'open',
  'capturing',
  'refused',
  'pending',
  'captured',
  'closed',
] as const
export type AttemptState = (typeof ATTEMPT_STATES)[number]

/**
 * One attempt to pay an order: one order at the payment provider. `number` makes the key of the create call,
 * `captureAttempt` that of the capture. `answersRefusals` is how many refusals the newest approval answers: an
 * approval allows a capture only while it answers all of them. `approvalEvents` are the provider's events of approvals.
 * `claim` is the random id of the request that may send the current capture. `sends` counts the captures sent
 * under the current key. `providerRefusedAt` is the last refusal by the provider's own clock. `approveAt` is the
 * provider's page for the buyer. Times are ISO 8601 in UTC.
 */
export const attemptSchema = z.object({
  number: z.int().min(1),
  provider: z.string(),
  method: paymentMethodSchema,
  state: z.enum(ATTEMPT_STATES),
  reference: z.string().optional(),
  approveAt: z.url().optional(),
  captureAttempt: z.int().min(1),
  sends: z.int().min(0),
  sentAt: z.iso.datetime().optional(),
  claim: z.string().optional(),
  answersRefusals: z.int().min(0).optional(),
  approvalEvents: z.array(z.string()).default([]),
  refusals: z.int().min(0),
  refusedAt: z.iso.datetime().optional(),
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

/**
 * Payment of an order. `references` repeats those of the attempts, for the database to
 * search, and `disputed` says whether any dispute is open. `captureId` is the capture that pays the order; with
 * `review` a person decides what it means.
 */
const paymentFieldsSchema = z.object({
  state: z.enum(PAYMENT_STATES),
  method: paymentMethodSchema,
  attempts: z.array(attemptSchema),
  references: z.array(z.string()),
  captureId: z.string().optional(),
  refundedAmount: z.int().min(0),
  refunds: z.array(refundSchema),
  /** How money was taken back that is in `refundedAmount` and not among `refunds`. */
  unlisted: takenKindSchema.optional(),
  refundRequests: z.array(refundRequestSchema).optional(),
  disputes: z.array(disputeSchema).optional(),
  disputed: z.boolean().optional(),
  review: z.object({ reason: reviewReasonSchema, at: z.iso.datetime() }).optional(),
  changedAt: z.iso.datetime(),
})

/** The same as it is stored, also by versions that knew one dispute. */
export const paymentSchema = z.preprocess(withDisputeList, paymentFieldsSchema)
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
 * After so many milliseconds no request for money can still be on its way. A request waits at most 40 seconds for its
 * answer; the rest is room for two instances whose clocks are a minute apart.
 */
export const IN_FLIGHT = 2 * 60 * 1000

/** How many attempts an order may begin within an hour. */
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
