import { z } from 'zod'

/** Kinds of audit entries. An owner's action also has its name. */
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
  'breach-list',
  'breach-notice',
  'download',
  'foreign-origin',
  'request-refused',
] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

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
  object: z.string().optional(),
  /** `ok`, or the code of the refusal. */
  outcome: z.string(),
  /** Occurrences within a minute, or mails of a breach notice. */
  count: z.int().optional(),
})
export type AuditEntry = Readonly<z.infer<typeof auditSchema>>

/** Actor when nobody is signed in. */
export const NOBODY = 'none'

/** Retention of entries in days: two years. */
export const AUDIT_DAYS = 731
