import { z } from 'zod'

/** What the audit trail tells of. An action of the owner's page is told by its own name besides. */
export const AUDIT_KINDS = [
  'sign-in',
  'sign-in-refused',
  'sign-out',
  'sign-out-everywhere',
  'account-deleted',
  'data-request',
  'owner-action',
  'owner-refused',
  'owner-granted',
  'staff-granted',
  'owner-revoked',
  'passkeys-reset',
  'breach-notice',
  'download',
  'foreign-origin',
  'request-refused',
] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

/**
 * An entry of the audit trail: audit/{id}. `who` is a uid, `command` for the terminal, or `none`; `object` an order's
 * number, an id, or the hash of a customer; never a name, an e-mail or a text of somebody's.
 */
export const auditSchema = z.object({
  at: z.iso.datetime(),
  kind: z.enum(AUDIT_KINDS),
  who: z.string(),
  /** The name of the action, where it is one of the owner's. */
  action: z.string().optional(),
  object: z.string().optional(),
  /** `ok`, or the code of the refusal. */
  outcome: z.string(),
  /** How often it happened within the minute, where it is counted. */
  count: z.int().optional(),
})
export type AuditEntry = Readonly<z.infer<typeof auditSchema>>

/** Who acts where nobody is signed in. */
export const NOBODY = 'none'

/** How long an entry is kept, in days: two years. */
export const AUDIT_DAYS = 731
