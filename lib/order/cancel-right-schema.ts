import { z } from 'zod'

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
  state: z.enum(['requested', 'withdrawn']),
  changedAt: z.iso.datetime(),
})
