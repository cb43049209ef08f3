import { z } from 'zod'
import { SIZES } from '../product/sizes.ts'
import { INVOICE_ALARMS } from './invoice/invoicing.ts'
import { PARCEL_ALARMS, PARCEL_STATES } from './parcel/order-parcel.ts'
import { webAddress } from '../text/text-schemas.ts'
import { PAYMENT_METHODS } from './payment/methods.ts'
import { refundSchema, takenKindSchema, reviewReasonSchema } from './payment/payment.ts'
import { recipientSchema } from '../delivery/recipient-schema.ts'
import { holdSchema } from './hold.ts'
import { orderItemSchema } from './order-item.ts'
import { defined } from '../defined.ts'

/**
 * The right to cancel a whole order because a garment's facts were not known when it was ordered:
 * the day (YYYY-MM-DD) of publication promised, and the last day of the right. Both were copied when
 * the order was placed, and follow the publication.
 */
export const cancelRightSchema = z.object({
  product: z.string(),
  title: z.string(),
  factsBy: z.iso.date(),
  until: z.iso.date(),
  publishedOn: z.iso.date().optional(),
})
export type CancelRight = Readonly<z.infer<typeof cancelRightSchema>>

/** A buyer's request to cancel a paid order by that right, until its refund or its withdrawal. */
export const cancelRequestSchema = z.object({
  state: z.enum(['asked', 'withdrawn']),
  changedAt: z.iso.datetime(),
})

/** Carrier, tracking number and shipping time (ISO 8601 in UTC) of a parcel. */
export const shipmentSchema = z.object({
  carrier: z.string(),
  trackingNumber: z.string(),
  shippedAt: z.iso.datetime(),
})
export type Shipment = Readonly<z.infer<typeof shipmentSchema>>

/** The states of a return: asked by the member, then the owner's answers. `exchanged`: others were sent instead. */
export const RETURN_STATES = ['asked', 'accepted', 'refused', 'received', 'exchanged'] as const

export type ReturnState = (typeof RETURN_STATES)[number]

/**
 * Pieces of an order line; `index` counts items from 0. `size` asks for an exchange, not a refund.
 */
export const returnedPiecesSchema = z.object({
  index: z.int().min(0),
  quantity: z.int().min(1),
  size: z.enum(SIZES).optional(),
})
export type ReturnedPieces = Readonly<z.infer<typeof returnedPiecesSchema>>

/** A member's request to return pieces. Times are ISO 8601 in UTC. */
export const returnRequestSchema = z.object({
  number: z.int().min(1),
  state: z.enum(RETURN_STATES),
  items: z.array(returnedPiecesSchema).min(1),
  reason: z.string(),
  contact: z.string(),
  askedAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
  /** The owner's words to the member. */
  answer: z.string().optional(),
  /** The parcel sent in exchange. */
  parcel: shipmentSchema.optional(),
})
export type ReturnRequest = Readonly<z.infer<typeof returnRequestSchema>>

/** The pieces of a return for which others are wished. */
export function piecesToExchange({
  items,
}: Pick<ReturnRequest, 'items'>): readonly ReturnedPieces[] {
  return items.filter(({ size }) => size !== undefined)
}

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

/**
 * Outcomes of a review: money kept, all refunded, or never received. `expired` makes the order
 * payable again.
 */
export const REVIEW_ENDS = ['paid', 'refunded', 'expired'] as const
export type ReviewEnd = (typeof REVIEW_ENDS)[number]

/** Sources of events: a member, a provider, the sweep or the owner. */
export const ACTORS = ['member', 'provider', 'sweep', 'owner'] as const
export type Actor = (typeof ACTORS)[number]

const person = {
  /** Unique within its order; missing on a placement's events. */
  id: z.string().optional(),
  at: z.iso.datetime(),
  by: z.enum(ACTORS),
  /** The person behind the owner's tools. */
  who: z.string().optional(),
  /** A note by the person who caused the event. */
  note: z.string().optional(),
}

/** The schema of one type of event, with its own data. */
export function event<Type extends string, Data extends z.ZodRawShape>(type: Type, data: Data) {
  return z.object({ ...person, type: z.literal(type), data: z.object(data) })
}

/** A code of the carrier's own. */
const issue = z.string()
/** Whole TWD. */
const amount = z.int()
/** A carrier's report about a parcel: our parcel number, the carrier's code and text. */
const reported = { parcel: z.string(), code: z.string(), words: z.string() }

/** Events of an order's ECPay parcels and invoice. */
export const ECPAY_EVENTS = [
  event('invoice.issued', { invoiceNumber: z.string(), random: z.string(), amount }),
  event('invoice.dropped', {}),
  event('invoice.voided', { amount }),
  event('invoice.allowed', { amount, allowance: z.string() }),
  event('invoice.found-void', {}),
  event('invoice.alarmed', { alarm: z.enum(INVOICE_ALARMS), words: z.string() }),
  event('invoice.settled', { alarm: z.enum(INVOICE_ALARMS) }),
  event('parcel.requested', { parcel: z.string() }),
  event('parcel.booked', { parcel: z.string() }),
  event('parcel.refused', { parcel: z.string(), issue }),
  event('parcel.missing', { parcel: z.string() }),
  event('parcel.moved', {
    ...reported,
    state: z.enum(PARCEL_STATES),
    /** Set when the parcel had been recorded as picked up. */
    from: z.literal('picked-up').optional(),
  }),
  event('parcel.unknown-code', reported),
  event('parcel.charged', { parcel: z.string(), fee: amount, collect: amount }),
  event('parcel.alarmed', { parcel: z.string(), alarm: z.enum(PARCEL_ALARMS) }),
  event('parcel.settled', { alarm: z.enum(PARCEL_ALARMS) }),
  event('store.requested', { store: z.string() }),
  event('store.chosen', { store: z.string(), before: z.string() }),
] as const

/** The number of an attempt. */
const attempt = z.int().min(1)
/** The number of a refund request or its return. */
const number = z.int().min(1)
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
const items = z.array(orderItemSchema).optional()
const parcel = z.object({ carrier: z.string(), trackingNumber: z.string() })
const recipientFields = z.partialRecord(recipientSchema.keyof(), z.string())

/** Every event that an order's history stores; amounts in whole TWD. `other` holds one that this version does not know. */
export const orderEventSchema = z.discriminatedUnion('type', [
  event('order.placed', {
    items,
    recipient: recipientSchema.optional(),
    hold: holdSchema.optional(),
    cancelRights: z.array(cancelRightSchema).optional(),
  }),
  event('order.paid', { details: z.record(z.string(), z.unknown()).optional() }),
  event('order.cancelled', { cause: z.enum(CANCEL_CAUSES) }),
  event('order.completed', {}),
  event('hold.lapsed', { cause: z.enum(LAPSE_CAUSES) }),
  event('hold.retaken', { products: z.array(z.string()).optional() }),
  event('recipient.edited', { before: recipientFields, after: recipientFields.optional() }),
  event('items.changed', { before: pieces, after: pieces, items, removed: items }),
  event('note.added', {}),
  ...ECPAY_EVENTS,
  event('invoice.recorded', { invoiceNumber: z.string() }),
  event('ship-date.changed', {
    product: z.string(),
    shipsAbout: z.string(),
    before: z.string().optional(),
  }),
  event('goods.arrived', { product: z.string() }),
  event('facts.published', { product: z.string(), on: z.iso.date(), until: z.iso.date() }),
  event('facts-day.changed', {
    product: z.string(),
    by: z.iso.date(),
    until: z.iso.date(),
    before: z.iso.date(),
  }),
  event('cancellation.requested', {}),
  event('cancellation.withdrawn', {}),
  event('person.erased', { extent: z.enum(['kept', 'erased']) }),
  event('parcel.shipped', { parcel }),
  event('parcel.corrected', { parcel, before: parcel }),
  event('parcel.unshipped', { parcel }),
  event('return.requested', {
    number,
    items: z.array(returnedPiecesSchema).optional(),
    contact: z.string().optional(),
  }),
  event('return.accepted', { number }),
  event('return.refused', { number }),
  event('return.received', { number, restock: z.boolean() }),
  event('return.exchanged', {
    number,
    restock: z.boolean(),
    parcel,
    answer: z.string().optional(),
  }),
  event('exchange.corrected', { number, parcel, before: parcel }),
  event('goods.restocked', { pieces: z.array(z.int().min(0)) }),
  ...PAYMENT_EVENTS,
  event('other', { stored: z.looseObject({ type: z.string() }) }),
])
type StoredEvent = z.infer<typeof orderEventSchema>

export type EventType = StoredEvent['type']

export type EventData = { readonly [One in StoredEvent as One['type']]: Readonly<One['data']> }

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

/** The events of a change with their ids, which follow from its key. */
export function withIds(events: readonly OrderEvent[], key: string): readonly OrderEvent[] {
  return events.map((event, index) => ({ ...event, id: `${key}-${index + 1}` }))
}

/** Whether the change under this key is stored: a transaction whose answer was lost runs again. */
export function isStored({ history }: { readonly history: readonly OrderEvent[] }, key: string) {
  return history.some(({ id }) => id?.startsWith(`${key}-`))
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
    ...defined({ who }),
    ...(reason === '' ? {} : { note: reason }),
    type,
    data,
  }
}
