import { z } from 'zod'

import { ACTORS } from './event-shape.ts'
import { type OrderEvent, orderEventSchema } from './events.ts'

/** The part of an event that every version of the shop has. */
const eventSchema = z.looseObject({ type: z.string(), at: z.iso.datetime() })
const actorSchema = z.enum(ACTORS).catch('sweep')

// An instance that runs another version may have written an event that this one does not know.
function readEvent(stored: unknown): unknown {
  const event = eventSchema.safeParse(stored)
  if (!event.success || orderEventSchema.safeParse(stored).success) return stored
  const { at, by } = event.data
  return { type: 'other', at, by: actorSchema.parse(by), data: { stored: event.data } }
}

/** Parses a stored history. An event that this version does not know is `other`, which holds it as it is stored. */
export const historySchema = z.preprocess(
  (stored) => (Array.isArray(stored) ? stored.map(readEvent) : stored),
  z.array(orderEventSchema).default([]),
)

/** A history as it is stored: what this version does not know goes back as it came. */
export function storedHistory(history: readonly OrderEvent[]): readonly object[] {
  return history.map((event) => (event.type === 'other' ? event.data.stored : event))
}
