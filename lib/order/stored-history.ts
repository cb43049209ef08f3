import { z } from 'zod'

import { other, readEarlier } from './earlier-events.ts'
import { orderEventSchema } from './events.ts'

/** An event as versions before typed events stored it: a name, and a code or a text as its reason. */
const earlierSchema = z.object({
  at: z.string(),
  what: z.string(),
  by: z.string(),
  who: z.string().optional(),
  reason: z.string().default(''),
})

function readEvent(stored: unknown): unknown {
  const earlier = earlierSchema.safeParse(stored)
  if (earlier.success) {
    const { what, reason, ...person } = earlier.data
    return { ...person, ...readEarlier(what, reason) }
  }
  const typed = z.object({ type: z.string() }).loose().safeParse(stored)
  if (!typed.success || orderEventSchema.safeParse(stored).success) return stored
  const { type, data } = typed.data
  return { ...typed.data, ...other(type, data === undefined ? '' : JSON.stringify(data)) }
}

/** Parses a stored history, with events of earlier versions. An unknown event becomes `other`. */
export const historySchema = z.preprocess(
  (stored) => (Array.isArray(stored) ? stored.map(readEvent) : stored),
  z.array(orderEventSchema).default([]),
)
