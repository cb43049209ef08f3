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

/** Actor when nobody is signed in. */
export const NOBODY = 'none'

/** Retention of entries in days: two years. */
export const AUDIT_DAYS = 731
