/** The mails to shoppers, and those to the owner; each has its words in content/mails. */
export const SHOPPER_MAILS = [
  'placed',
  'paid',
  'shipped',
  'refunded',
  'reversed',
  'charged-back',
  'won-back',
  'cancelled',
  'date-changed',
  'goods-arrived',
  'facts-published',
  'facts-day-changed',
  'cancel-requested',
  'out-of-stock',
  'payment-reminder',
  'order-changed',
  'return-requested',
  'return-accepted',
  'return-refused',
  'return-received',
  'parcel-waiting',
  'store-closed',
  'invoice-issued',
  'invoice-undone',
] as const
export const OWNER_MAILS = [
  'owner-paid',
  'owner-paid-many',
  'owner-review',
  'owner-dispute',
  'owner-dispute-won',
  'owner-dispute-lost',
  'owner-refund',
  'owner-reversal',
  'owner-chargeback',
  'owner-won-back',
  'owner-refund-failed',
  'owner-return',
  'owner-cancel',
  'owner-data-request',
  'owner-undelivered',
  'owner-sweep',
  'owner-sweep-late',
  'owner-holds',
  'owner-parcel',
  'owner-invoice',
  'owner-invoice-numbers',
  'owner-low-stock',
  'owner-day',
  'owner-counts',
  'owner-security',
  'owner-joined',
] as const
/** The mails to somebody who wrote on /join. */
const JOIN_MAILS = ['join-confirm', 'join-received'] as const
/** The mails to somebody who waits for a size. */
const ALERT_MAILS = ['stock-alert-confirm', 'back-in-stock'] as const
/** Mails to an unverified address, before a payment. */
const UNVERIFIED_MAILS = ['unverified'] as const
/** The mails about a member's request for a copy of their data, or its erasure. */
const DATA_MAILS = ['data-requested', 'data-done'] as const
/** Mails to members affected by a data breach (docs/breach.zh-Hant.md). */
const BREACH_MAILS = ['breach'] as const
export const MAIL_KINDS = [
  ...SHOPPER_MAILS,
  ...OWNER_MAILS,
  ...JOIN_MAILS,
  ...ALERT_MAILS,
  ...UNVERIFIED_MAILS,
  ...DATA_MAILS,
  ...BREACH_MAILS,
] as const

/** Subject of a mail. */
export type MailKind = (typeof MAIL_KINDS)[number]
