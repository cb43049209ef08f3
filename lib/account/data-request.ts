import { z } from 'zod'

/** Kinds of data requests: a copy or an erasure. */
export const dataRequestKindSchema = z.enum(['export', 'erase'])

export type DataRequestKind = z.infer<typeof dataRequestKindSchema>

/** A member's request that waits for the owner: who asks for what, and when (ISO 8601 in UTC). */
export const dataRequestSchema = z.object({
  uid: z.string(),
  email: z.string(),
  kind: dataRequestKindSchema,
  requestedAt: z.iso.datetime(),
})

export type DataRequest = Readonly<z.infer<typeof dataRequestSchema>>
