import { z } from 'zod'

import { disputeSchema, withDisputeList } from './disputes.ts'
import { paymentMethodSchema } from './methods.ts'
import { refundRequestSchema } from './refund-request.ts'
import { reviewReasonSchema } from './review-reason.ts'
import { takenKindSchema } from './taken-back.ts'

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
 * `captureAttempt` that of the capture. `approvedAt` is the newest approval that the shop saw
 * itself, `approvalEvents` are those that the provider told of.
 * `sends` counts the captures sent under the current key. `approveAt` is the provider's page for the buyer, where
 * the browser is sent to one. Times are ISO 8601 in UTC.
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
  approvedAt: z.iso.datetime().optional(),
  approvalEvents: z.array(z.string()).default([]),
  refusals: z.int().min(0),
  refusedAt: z.iso.datetime().optional(),
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
 * Money that went back, as the provider lists it; whole TWD. `key` is the shop's own, where the shop made the refund;
 * `kind` says how it was taken where it is no refund.
 */
export const refundSchema = z.object({
  id: z.string(),
  amount: z.int(),
  at: z.string(),
  key: z.string().optional(),
  kind: takenKindSchema.optional(),
})
export type Refund = Readonly<z.infer<typeof refundSchema>>

/**
 * What an order remembers of its payment. `references` repeats those of the attempts, for the database to
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

/** After so many milliseconds no request for money can still be on its way: it waits at most 40 seconds for its answer. */
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

/** Whether the newest approval that the shop saw is newer than the last refusal. Without a refusal it need not have seen one. */
export function isApprovedSinceRefusal({ approvedAt, refusedAt }: Attempt): boolean {
  return refusedAt === undefined || (approvedAt !== undefined && approvedAt > refusedAt)
}

const later = (one: Attempt, other: Attempt) =>
  one.changedAt === other.changedAt
    ? one.number - other.number
    : one.changedAt.localeCompare(other.changedAt)

/** The attempt that decides the payment: one with money, else the last changed open one, else the last. */
export function leadingAttempt(attempts: readonly Attempt[]): Attempt | undefined {
  const sorted = attempts.toSorted(later)
  for (const state of ['captured', 'capturing', 'pending'] as const) {
    const found = sorted.find((attempt) => attempt.state === state)
    if (found) return found
  }
  return sorted.findLast(({ state }) => state !== 'closed') ?? sorted.at(-1)
}

function capturedState(payment: Omit<Payment, 'state'>, total: number): PaymentState {
  if (payment.refundedAmount >= total) return 'refunded'
  return payment.refundedAmount > 0 ? 'partly-refunded' : 'paid'
}

/** The state of a payment of `total` TWD, by its attempts, refunds and review. */
export function paymentState(payment: Omit<Payment, 'state'>, total: number): PaymentState {
  if (payment.review) return 'review'
  const leading = leadingAttempt(payment.attempts)
  switch (leading?.state) {
    case 'captured':
      return capturedState(payment, total)
    case 'creating':
    case 'open':
    case 'capturing':
    case 'pending':
      return leading.state
    case 'refused':
      return 'declined'
    case 'closed':
      return leading.refusedAt === undefined ? 'expired' : 'declined'
    case undefined:
      return 'creating'
  }
}
