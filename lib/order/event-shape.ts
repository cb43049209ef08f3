import { z } from 'zod'

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
