import type { MailKind } from '../../mail/placeholders.ts'
import { ACTORS } from '../events.ts'
import { z } from 'zod'

import type { MailValues } from '../../mail/mail.ts'
import type { LedgerEntry } from '../movements.ts'
import type { OrderItem } from '../order-item.ts'
import type { Order } from '../order.ts'

/** What every event says beside its data. */
export const frame = {
  /** Unique within its order; missing on a placement's events. */
  id: z.string().optional(),
  at: z.iso.datetime(),
  by: z.enum(ACTORS),
  /** The person behind the owner's tools. */
  who: z.string().optional(),
  /** A note by the person who caused the event. */
  note: z.string().optional(),
}
export type EventFrame = Readonly<z.infer<z.ZodObject<typeof frame>>>

/** An event as its own entry knows it. */
export type Happened<Data> = EventFrame & { readonly data: Readonly<Data> }

/** Text of an event, with its reason if that adds something. */
export type Words = { readonly what: string; readonly why?: string }

/** A mail that an event calls for: its name within the order, its template, and what it says besides the order. */
export type Notification = {
  readonly event: string
  readonly kind: MailKind
  readonly values?: MailValues
  /** Earliest delivery (ISO 8601): after the event can no longer be undone. */
  readonly notBefore?: string
}

/** An order after an event, and a name for what may happen to it more than once. */
export type MailContext = {
  readonly order: Order
  readonly numbered: (name: string) => string
}

/** All that follows from an event. Without `apply` the order stays; without the rest nothing is sent, moved or booked. */
export type Effects<Event extends Happened<unknown>> = {
  /** The order after it, by the event's data and time alone. */
  readonly apply?: (order: Order, event: Event) => Order
  /** Its words on the owner's timeline, which only the server makes. */
  readonly words: (data: Event['data'], provider: string) => Words
  readonly mail?: (event: Event, context: MailContext) => readonly Notification[]
  /** The pieces that it takes, below zero when given back. */
  readonly stock?: (event: Event, before: Order) => readonly OrderItem[]
  /** The uses of its order's code that it takes, below zero when given back. */
  readonly uses?: (event: Event, before: Order) => number
  /** The money that it books. */
  readonly ledger?: (event: Event, before: Order, after: Order) => readonly LedgerEntry[]
}

/** The effects of an event that may move pieces or money: it says what it does to both, or `none`. */
export type CountedEffects<Event extends Happened<unknown>> = Effects<Event> &
  Required<Pick<Effects<Event>, 'stock' | 'ledger'>>

type HappenedOf<Shape extends z.ZodRawShape> = Happened<z.infer<z.ZodObject<Shape>>>

/** An event's entry: the schema of its data, and all that follows from it. */
export function event<Shape extends z.ZodRawShape>(
  data: Shape,
  effects: Effects<HappenedOf<Shape>>,
) {
  return { data: z.object(data), ...effects }
}

/** The entry of an event whose name says that it may move pieces or money. */
export function countedEvent<Shape extends z.ZodRawShape>(
  data: Shape,
  effects: CountedEffects<HappenedOf<Shape>>,
) {
  return { data: z.object(data), ...effects }
}

export const none = () => []
