import { z } from 'zod'

import { paymentMethodSchema } from '../payment/methods.ts'
import { takenKindSchema } from '../payment/money-back.ts'
import { reviewReasonSchema } from '../payment/review-reason.ts'
import { recipientSchema } from '../delivery/recipient.ts'
import { SIZES } from '../product/sizes.ts'
import { ECPAY_EVENTS } from './ecpay-events.ts'
import { type Actor, event } from './event-shape.ts'

export type { Actor } from './event-shape.ts'

/** Why an order is cancelled. */
export const CANCEL_CAUSES = ['by-member', 'by-owner', 'replaced', 'unpaid-too-long'] as const
export type CancelCause = (typeof CANCEL_CAUSES)[number]

/** Why a hold ends: its time is over, another buyer needs the pieces then, or the owner ends it. */
export const LAPSE_CAUSES = ['time-over', 'needed-by-another', 'released-by-owner'] as const
export type LapseCause = (typeof LAPSE_CAUSES)[number]

/** Why an attempt ends without the provider's refusal. */
export const CLOSE_CAUSES = [
  'not-approved-in-time',
  'gone-at-provider',
  'not-wanted',
  'given-back',
  'out-of-stock',
] as const
export type CloseCause = (typeof CLOSE_CAUSES)[number]

/** How a review can end: the money is kept, was all refunded, or never came, so the order may be paid again. */
export const REVIEW_ENDS = ['paid', 'refunded', 'expired'] as const
export type ReviewEnd = (typeof REVIEW_ENDS)[number]

/** Notes of a payment as a whole by a version without typed events. */
export const NOTED_PAYMENTS = [
  'paid',
  'captured',
  'partly-refunded',
  'refunded',
  'reversed',
  'charged-back',
  'won-back',
  'declined',
  'expired',
  'open',
  'creating',
  'capturing',
  'pending',
  'review',
] as const
export type NotedPayment = (typeof NOTED_PAYMENTS)[number]

/** The number of an attempt; 0 where a version before typed events did not note it. */
const attempt = z.int().min(0)
/** The number of a refund request or a return, in the same way. */
const number = z.int().min(0)
/** A code of the provider's own. */
const issue = z.string()
const amount = z.int()
/** Money that went back; `inReview`: the owner ended a review by what the provider showed. */
const moneyBack = { refundRef: z.string(), amount, inReview: z.boolean() }
/** Pieces of an item, as an order has them. */
const pieces = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    color: z.string(),
    size: z.enum(SIZES),
    quantity: z.int(),
    isPreorder: z.boolean(),
  }),
)
const parcel = z.object({ carrier: z.string(), trackingNumber: z.string() })

/**
 * Everything that can happen to an order, as its history stores it. Every table over it has an entry for each type.
 * `other` is what this version does not know; amounts are whole TWD.
 */
export const orderEventSchema = z.discriminatedUnion('type', [
  event('order.placed', {}),
  event('order.paid', {}),
  event('order.cancelled', { cause: z.enum(CANCEL_CAUSES) }),
  event('order.completed', {}),
  event('hold.lapsed', { cause: z.enum(LAPSE_CAUSES) }),
  event('hold.retaken', {}),
  event('recipient.edited', { before: z.partialRecord(recipientSchema.keyof(), z.string()) }),
  event('items.changed', { before: pieces, after: pieces }),
  event('note.added', {}),
  ...ECPAY_EVENTS,
  event('invoice.recorded', { invoiceNumber: z.string() }),
  event('ship-date.changed', {
    product: z.string(),
    shipsAbout: z.string(),
    before: z.string().optional(),
  }),
  event('person.erased', { extent: z.enum(['kept', 'erased']) }),
  event('parcel.shipped', { parcel }),
  event('parcel.corrected', { parcel, before: parcel }),
  event('parcel.unshipped', { parcel }),
  event('return.requested', { number }),
  event('return.accepted', { number }),
  event('return.refused', { number }),
  event('return.received', { number, restock: z.boolean() }),
  event('return.exchanged', { number, restock: z.boolean(), parcel }),
  event('exchange.corrected', { number, parcel, before: parcel }),
  event('goods.restocked', { pieces: z.array(z.int().min(0)) }),
  event('attempt.started', { attempt, method: paymentMethodSchema }),
  event('attempt.opened', { attempt }),
  event('attempt.approved', { attempt }),
  event('attempt.missing', { attempt }),
  event('attempt.found', { attempt }),
  event('attempt.refused', { attempt, issue }),
  event('attempt.closed', { attempt, cause: z.enum(CLOSE_CAUSES) }),
  event('capture.claimed', { attempt }),
  event('capture.released', { attempt }),
  event('capture.pending', { attempt, issue }),
  event('capture.refused', { attempt, issue, isFinal: z.boolean() }),
  event('money.captured', { attempt, captureRef: z.string(), amount }),
  event('money.refunded', { ...moneyBack, origin: z.enum(['shop', 'provider']) }),
  event('money.reversed', { ...moneyBack, kind: takenKindSchema }),
  event('money.won-back', { amount, inReview: z.boolean() }),
  event('money.handed-back', { amount }),
  event('money.noted', {}),
  event('payment.reminded', {}),
  event('payment.noted', { state: z.enum(NOTED_PAYMENTS) }),
  event('refund.requested', { number, amount }),
  event('refund.sent', { number }),
  event('refund.not-seen', { number }),
  event('refund.pending', { number }),
  event('refund.refused', { number, amount, issue }),
  event('refunds.unwatched', {}),
  event('dispute.opened', { dispute: z.string(), issue }),
  event('dispute.won', { dispute: z.string(), issue }),
  event('dispute.lost', { dispute: z.string(), issue }),
  event('review.opened', { reason: reviewReasonSchema }),
  event('review.changed', { reason: reviewReasonSchema }),
  event('review.refund-sent', { captureRef: z.string(), amount }),
  event('review.closed', { end: z.enum(REVIEW_ENDS) }),
  event('other', { what: z.string(), reason: z.string() }),
])
type StoredEvent = z.infer<typeof orderEventSchema>

/** The types of events. */
export type EventType = StoredEvent['type']

/** The data of each type of event. */
export type EventData = { readonly [One in StoredEvent as One['type']]: Readonly<One['data']> }

/** An event of one of these types. */
export type EventOf<Type extends EventType> = {
  readonly [One in Type]: Readonly<Omit<StoredEvent, 'type' | 'data'>> & {
    readonly type: One
    readonly data: EventData[One]
  }
}[Type]

/** One thing that happened to an order. */
export type OrderEvent = EventOf<EventType>

/** The events that came to an order since it was read. */
export function eventsSince(
  before: { readonly history: readonly OrderEvent[] } | undefined,
  after: { readonly history: readonly OrderEvent[] },
): readonly OrderEvent[] {
  return after.history.slice(before?.history.length ?? 0)
}

/** Actor, time and reason of a change; `who` is the person behind the owner's tools. */
export type ChangeContext = {
  readonly now: Date
  readonly by: Actor
  readonly who?: string
  readonly reason?: string
}

/** An event of a change; the context's reason is its note. */
export function newEvent<Type extends EventType>(
  type: Type,
  data: EventData[Type],
  { now, by, who, reason = '' }: ChangeContext,
) {
  return {
    at: now.toISOString(),
    by,
    ...(who === undefined ? {} : { who }),
    ...(reason === '' ? {} : { note: reason }),
    type,
    data,
  }
}
