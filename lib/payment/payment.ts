import { z } from 'zod'

import {
  refundRequestSchema,
  refundSchema,
  takenKindSchema,
} from '#lib/payment/refund/refund-record.ts'
import { returnedCaptureSchema } from '#lib/payment/refund/returned-capture.ts'
import { webAddress } from '#lib/text/text-schemas.ts'
import { disputeSchema } from './dispute.ts'
import { PAYMENT_METHODS } from './methods.ts'
import { termsOf } from './provider-terms.ts'
import { reviewReasonSchema } from './review-reason.ts'

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

/** The number that the shop shows its buyer, to be paid by a transfer or in a store: where it is paid, and at ECPay's page. */
export const paymentCodeSchema = z.object({
  /** The bank's code of three digits; missing for a store's number. */
  bank: z.string().optional(),
  number: z.string(),
  /** A page with the number's barcode, for a store's till. */
  page: webAddress.optional(),
})
export type PaymentCode = Readonly<z.infer<typeof paymentCodeSchema>>

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
  /** When the provider first knew a number that the buyer's browser brings there. */
  postedAt: z.iso.datetime().optional(),
  /** When the provider said, signed, that the buyer has paid, before reading the payment back showed it. */
  paidNoticeAt: z.iso.datetime().optional(),
  /** The number that its buyer pays, and until when; only where the shop shows one. */
  shown: paymentCodeSchema.optional(),
  expiresAt: z.iso.datetime().optional(),
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
  /** Captures whose money came and went back without paying the order for good. */
  returned: z.array(returnedCaptureSchema).optional(),
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

/** Maximum number of attempts that an order starts within an hour. */
export const ATTEMPTS_AN_HOUR = 6

/** After so many refusals the page offers the other payment method. */
export const MOST_REFUSALS = 3

/** The attempt with this reference of the provider's. */
export function findAttempt(payment: Payment | undefined, reference: string): Attempt | undefined {
  return payment?.attempts.find((attempt) => attempt.reference === reference)
}

/** Whether nothing was sent for an attempt, nor changed on it where nothing was sent, for so many milliseconds. */
export function isUnansweredFor(
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

/** When an attempt without money ends, in milliseconds since 1970: by its own deadline, or after its provider's time. */
export function attemptEnd({ provider, startedAt, expiresAt }: Attempt): number {
  const { openFor, takesByItself } = termsOf(provider)
  return expiresAt === undefined
    ? Date.parse(startedAt) + openFor
    : Date.parse(expiresAt) + (takesByItself?.lag ?? 0)
}

/** An attempt with the number that its buyer pays, and its deadline. */
export type CodeAttempt = Attempt & { readonly shown: PaymentCode; readonly expiresAt: string }

/** The attempt whose number a buyer may still pay, or may just have paid: ECPay tells of it up to a day late. */
export function codeAttempt(payment: Pick<Payment, 'attempts'> | undefined) {
  return payment?.attempts.findLast(
    (attempt): attempt is CodeAttempt =>
      attempt.state === 'open' && attempt.shown !== undefined && attempt.expiresAt !== undefined,
  )
}

/** The same while its deadline has not passed: the number is shown, and no other one is made. */
export function openPaymentCode(payment: Pick<Payment, 'attempts'> | undefined, now: Date) {
  const attempt = codeAttempt(payment)
  return attempt && Date.parse(attempt.expiresAt) > now.getTime() ? attempt : undefined
}
