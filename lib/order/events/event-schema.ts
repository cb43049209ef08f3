import { z } from 'zod'

import type { OrderEvent } from '#lib/order/events.ts'
import { EVENT_DATA } from './data/index.ts'
import { frame } from './event-frame.ts'

const SHAPES: Readonly<Record<string, z.ZodRawShape>> = EVENT_DATA

const SCHEMAS = new Map(
  Object.entries(SHAPES).map(([type, shape]) => [
    type,
    z
      .object({ ...frame, type: z.literal(type), data: z.object(shape) })
      .pipe(z.custom<OrderEvent>()),
  ]),
)

/** The schema of a stored event of this type, or undefined for a type that this version does not know. */
export function eventSchema(type: string) {
  return SCHEMAS.get(type)
}
