import { z } from 'zod'

import { ACTORS, type OrderEvent } from './events.ts'
import { eventSchema } from './events/all.ts'
import { orderFieldsSchema } from './order.ts'

const actorSchema = z.enum(ACTORS).catch('sweep')

/**
 * Parses a stored history. An event that this version does not know, since an instance of another one wrote it, is
 * `other`, which holds it as it is stored.
 */
export const historySchema = z
  .array(
    z.looseObject({ type: z.string(), at: z.iso.datetime() }).transform((stored): OrderEvent => {
      const known = eventSchema(stored.type)?.safeParse(stored)
      if (known?.success) return known.data
      const { at, by } = stored
      return { type: 'other', at, by: actorSchema.parse(by), data: { stored } }
    }),
  )
  .default([])

/** The document orders/{id}. */
export const orderSchema = orderFieldsSchema.extend({ history: historySchema })

/** A history as it is stored: what this version does not know goes back as it came. */
export function storedHistory(history: readonly OrderEvent[]): readonly object[] {
  return history.map((event) => (event.type === 'other' ? event.data.stored : event))
}
