import { z } from 'zod'

import { recipientSchema } from '../delivery/recipient-schema.ts'
import { SIZES } from '../product/sizes.ts'
import { cancelRightSchema } from './cancel-right-schema.ts'
import { ECPAY_EVENTS } from './ecpay-events.ts'
import { CANCEL_CAUSES, LAPSE_CAUSES } from './event-causes.ts'
import { type Actor, event } from './event-shape.ts'
import { holdSchema } from './hold.ts'
import { orderItemSchema } from './order-item.ts'
import { PAYMENT_EVENTS } from './payment-events.ts'
import { returnedPiecesSchema } from './return-request.ts'
import { defined } from '../defined.ts'

export type { Actor } from './event-shape.ts'

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
/** The number of a return. */
const number = z.int().min(1)
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
