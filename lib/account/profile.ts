import type { z } from 'zod'

import { recipientSchema } from '../delivery/recipient.ts'

/** The recipient defaults that a member keeps (rule 53): a recipient without its note. */
export const profileSchema = recipientSchema.omit({ note: true })
export type Profile = Readonly<z.infer<typeof profileSchema>>
