import { HOUR, type Mail } from './mail.ts'
import type { MailKind } from './placeholders.ts'

/** Maximum mails to one address an hour; more are delayed. */
export const MAILS_AN_HOUR = 20

/** Kinds sent to unverified addresses: at most one within 24 hours. */
const ONCE_A_DAY: ReadonlySet<MailKind> = new Set(['unverified'])

/** Kinds that anybody has the shop send to an address that nobody has proven. */
export const UNPROVEN_KINDS = [
  'unverified',
  'join-confirm',
  'half-confirm',
  'stock-alert-confirm',
] as const satisfies readonly MailKind[]

/** Maximum mails of these kinds within 24 hours; more wait, so that a mail account lasts for orders. */
export const UNPROVEN_A_DAY = 200

/** Whether a mail goes to an address that nobody has proven, at anybody's wish. */
export function isToUnproven({ kind }: Pick<Mail, 'kind'>): boolean {
  return UNPROVEN_KINDS.some((one) => one === kind)
}

const isUnproven = (id: string) =>
  UNPROVEN_KINDS.some((kind) => id.startsWith(`${kind}-`) || id.endsWith(`-${kind}`))

/** The ids with those of mails to unproven addresses behind all others (an id begins with its kind or order). */
export function unprovenLast(ids: readonly string[]): readonly string[] {
  return [...ids.filter((id) => !isUnproven(id)), ...ids.filter(isUnproven)]
}

/** A mail that went to an address: of which kind, and when (ISO 8601). */
export type SentMail = Pick<Mail, 'kind' | 'sentAt'>

/** Delay of a mail by the mails of the last day to its address; `never`: it is not sent. */
export function addressLimit(
  { kind }: Pick<Mail, 'kind'>,
  sent: readonly SentMail[],
  now: Date,
): 'send' | 'later' | 'never' {
  const ages = sent.map(({ sentAt = '', kind: of }) => ({
    of,
    age: now.getTime() - Date.parse(sentAt),
  }))
  const isKnown = ages.some(({ of, age }) => of === kind && age < 24 * HOUR)
  if (ONCE_A_DAY.has(kind) && isKnown) return 'never'
  return ages.filter(({ age }) => age < HOUR).length >= MAILS_AN_HOUR ? 'later' : 'send'
}
