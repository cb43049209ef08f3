import { z } from 'zod'

import { isEmail, isVisible, typedEmail } from '../text/plain-text.ts'
import { singleLineText, multiLineText } from '../text/text-schemas.ts'
import { LONGEST, workLink } from './work-link.ts'

/** Fields of the form; `link` becomes a full address. */
export const joinFieldsSchema = z.strictObject({
  name: singleLineText(LONGEST.name).refine(isVisible),
  email: singleLineText(LONGEST.email)
    .overwrite((typed) => typedEmail(typed).toLowerCase())
    .refine(isEmail),
  link: singleLineText(LONGEST.link).transform((typed, context) => {
    const link = workLink(typed)
    if (link === undefined) context.addIssue({ code: 'custom', message: 'no address' })
    return link ?? ''
  }),
  words: multiLineText(LONGEST.words).refine(isVisible),
  consent: z.literal(true),
})

/**
 * Document applications/{id}. `keyHash` is the link key's SHA-256; `confirmedAt` is set on
 * confirmation (ISO 8601).
 */
export const applicationSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  link: z.string(),
  words: z.string(),
  keyHash: z.string(),
  createdAt: z.iso.datetime(),
  confirmedAt: z.iso.datetime().optional(),
})
export type Application = Readonly<z.infer<typeof applicationSchema>>

/** Retention of unconfirmed and confirmed applications, in days. */
export const KEPT_DAYS = { unconfirmed: 7, confirmed: 365 } as const
