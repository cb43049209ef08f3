import { z } from 'zod'

import { defined } from '../result.ts'
import { SIZES } from '../product/sizes.ts'
import type { EVENTS } from './events/order.ts'
import type { EventFrame } from './events/entry.ts'

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

/**
 * The states of a return: asked by the member, then the owner's answers. `preparing`: others are to be
 * sent instead; `exchanged`: they were.
 */
export const RETURN_STATES = [
  'asked',
  'accepted',
  'refused',
  'received',
  'preparing',
  'exchanged',
] as const

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

export type EventType = keyof typeof EVENTS

export type EventData = {
  readonly [Type in EventType]: Readonly<z.infer<(typeof EVENTS)[Type]['data']>>
}

export type EventOf<Type extends EventType> = {
  readonly [One in Type]: EventFrame & { readonly type: One; readonly data: EventData[One] }
}[Type]

/** One thing that happened to an order. */
export type OrderEvent = EventOf<EventType>

/** What happened to an order, the earliest first. An interface, since the entry of an event is told what an order is. */
export interface History extends ReadonlyArray<OrderEvent> {}

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
