import { z } from 'zod'

import { recipientSchema } from '../delivery/recipient-schema.ts'
import { singleLineText } from '../text/text-schemas.ts'

/** The recipient defaults that a member keeps (rule 53): a recipient without its note. */
export const profileSchema = recipientSchema.omit({ note: true })
export type Profile = Readonly<z.infer<typeof profileSchema>>

/** Profile fields that a member can edit: name, phone and recipient defaults except the e-mail. */
export const settingsSchema = z.object({
  name: singleLineText(60),
  phone: singleLineText(30),
  profile: profileSchema.omit({ email: true }),
})
export type MemberSettings = Readonly<z.infer<typeof settingsSchema>>
