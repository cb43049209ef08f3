import { z } from 'zod'

import { AUDIT_KINDS } from './audit.ts'

/**
 * An entry audit/{id}. `who` is a uid, `command` or `none`; `object` an order number, id or hash,
 * never personal data.
 */
export const auditSchema = z.object({
  at: z.iso.datetime(),
  kind: z.enum(AUDIT_KINDS),
  who: z.string(),
  /** The name of the action, where it is one of the owner's. */
  action: z.string().optional(),
  /** Where it was done, if not on a page: at the terminal. */
  via: z.literal('command').optional(),
  object: z.string().optional(),
  /** `ok`, or the code of the refusal. */
  outcome: z.string(),
  /** Occurrences within a minute, or mails of a breach notice. */
  count: z.int().optional(),
})
export type AuditEntry = Readonly<z.infer<typeof auditSchema>>
