import { z } from 'zod'

/** Sources of events: a member, a provider, the sweep or the owner. */
export const ACTORS = ['member', 'provider', 'sweep', 'owner'] as const

export type Actor = (typeof ACTORS)[number]

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
