import { z } from 'zod'

import { lineSchema } from '../site/plain-text.ts'
import { profileSchema } from './profile.ts'

/** What a member can change in the settings: the display name, a contact phone, and the recipient defaults but their e-mail, which checkout keeps. */
export const settingsSchema = z.object({
  name: lineSchema(60),
  phone: lineSchema(30),
  profile: profileSchema.omit({ email: true }),
})
export type MemberSettings = Readonly<z.infer<typeof settingsSchema>>
