import { z } from 'zod'

/** How a return stands: asked for by the member, then what its owner answered. */
export const RETURN_STATES = ['asked', 'accepted', 'refused', 'received'] as const

/** One of the states of a return. */
export type ReturnState = (typeof RETURN_STATES)[number]

/** Some pieces of a line of the order; the index is the line's place among the items, from 0. */
export const returnedPiecesSchema = z.object({ index: z.int().min(0), quantity: z.int().min(1) })
export type ReturnedPieces = Readonly<z.infer<typeof returnedPiecesSchema>>

/**
 * A member's wish to send pieces back: which, why, and how to be reached. `answer` is what the owner said
 * to the member. Times are ISO 8601 in UTC.
 */
export const returnRequestSchema = z.object({
  number: z.int().min(1),
  state: z.enum(RETURN_STATES),
  items: z.array(returnedPiecesSchema).min(1),
  reason: z.string(),
  contact: z.string(),
  askedAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
  answer: z.string().optional(),
})
export type ReturnRequest = Readonly<z.infer<typeof returnRequestSchema>>
