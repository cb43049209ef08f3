import { z } from 'zod'

import { MAIL_KINDS, type MailKind } from './mail-kinds.ts'

/** The texts that stand for the placeholders of a mail, as they were true at its event; an empty one leaves its line out. */
export type MailValues = Readonly<Record<string, string>>

/** A mail as its event writes it: to a shopper's address, or to the owner where there is none. */
export type MailDraft = {
  /** The outbox's id: of the order and the event, so that one event is one mail. */
  readonly id: string
  readonly event: string
  readonly kind: MailKind
  /** The order's document id, for the links; the order's number, for the log. */
  readonly order?: string
  readonly number?: string
  readonly to?: { readonly address: string; readonly name: string }
  readonly values: MailValues
  /** It waits until then; ISO 8601 in UTC. */
  readonly notBefore?: string
}

/** States of a mail in the outbox. `claimed`: the claim's holder is sending it, until `nextAt`. */
const MAIL_STATES = ['due', 'claimed', 'sent', 'failed'] as const

/**
 * Document outbox/{id}. `nextAt`: next attempt or end of the claim. `unanswered`: deliveries whose
 * response was lost.
 */
export const mailSchema = z.object({
  id: z.string(),
  event: z.string(),
  kind: z.enum(MAIL_KINDS),
  order: z.string().optional(),
  number: z.string().optional(),
  to: z.object({ address: z.string(), name: z.string() }).optional(),
  /** A hash of the address, by which mails to it are counted once the address itself is gone. */
  toHash: z.string().optional(),
  values: z.record(z.string(), z.string()).optional(),
  state: z.enum(MAIL_STATES),
  createdAt: z.iso.datetime(),
  nextAt: z.iso.datetime().optional(),
  claim: z.string().optional(),
  attempts: z.int().min(0),
  unanswered: z.int().min(0),
  problem: z.string().optional(),
  sentAt: z.iso.datetime().optional(),
  /** The mail that tells of this one with others. */
  gatheredIn: z.string().optional(),
})
export type Mail = Readonly<z.infer<typeof mailSchema>>

/**
 * Outcome of a delivery. `bounced`: no such address. `unanswered`: the response was lost after the
 * data.
 */
export type Outcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'bounced' | 'unanswered' | 'failed'; readonly problem: string }

/** Length of a claim in milliseconds, longer than sending takes (lib/mail/send-mails.ts). */
export const CLAIM_FOR = 3 * 60_000

/** How long delivery is retried, in milliseconds: three days. */
export const TRY_FOR = 3 * 24 * 60 * 60_000

const FIRST_PAUSE = 60_000
const LONGEST_PAUSE = 4 * 60 * 60_000

/** A mail whose answer was lost is sent once more, never oftener: the server may have it already. */
const MOST_UNANSWERED = 2

/**
 * Returns the mail claimed under this id, or undefined if not due or claimed by another. Idempotent
 * per claim.
 */
export function claimMail(mail: Mail, now: Date, claim: string): Mail | undefined {
  const { nextAt } = mail
  if (mail.state === 'claimed' && mail.claim === claim) return mail
  if (nextAt === undefined || nextAt > now.toISOString()) return undefined
  const until = new Date(now.getTime() + CLAIM_FOR).toISOString()
  return { ...mail, state: 'claimed', claim, nextAt: until, attempts: mail.attempts + 1 }
}

function pause(attempts: number): number {
  return Math.min(FIRST_PAUSE * 2 ** Math.min(attempts - 1, 20), LONGEST_PAUSE)
}

// Removes address and contents of a mail that was sent.
function markSent({ to: _to, values: _values, nextAt: _nextAt, ...kept }: Mail, now: Date): Mail {
  return { ...kept, state: 'sent', sentAt: now.toISOString() }
}

function markFailed(
  { to: _to, values: _values, nextAt: _nextAt, ...kept }: Mail,
  problem: string,
): Mail {
  return { ...kept, state: 'failed', problem }
}

/** A mail after one try: sent, failed for good, or due again after a pause that grows. */
export function afterTry(mail: Mail, outcome: Outcome, now: Date): Mail {
  if (outcome.kind === 'sent') return markSent(mail, now)
  const { problem } = outcome
  if (outcome.kind === 'bounced') return markFailed(mail, problem)
  const unanswered = mail.unanswered + (outcome.kind === 'unanswered' ? 1 : 0)
  const end = Date.parse(mail.createdAt) + TRY_FOR
  const isOver = unanswered >= MOST_UNANSWERED || now.getTime() >= end
  if (isOver) return markFailed({ ...mail, unanswered }, problem)
  const nextAt = new Date(Math.min(now.getTime() + pause(mail.attempts), end)).toISOString()
  return { ...mail, state: 'due', nextAt, unanswered, problem }
}

/** A stored mail after a try; undefined when another claimed it meanwhile, unless it was sent. */
export function afterSending(
  stored: Mail,
  held: Mail,
  outcome: Outcome,
  now: Date,
): Mail | undefined {
  const isHeld = stored.state === 'claimed' && stored.claim === held.claim
  const isOpen = stored.state === 'due' || stored.state === 'claimed'
  return isHeld || (isOpen && outcome.kind === 'sent') ? afterTry(stored, outcome, now) : undefined
}

/** The Message-ID of a mail, the same at every try, so that a repeat can be known as one. */
export function messageId({ id }: Pick<Mail, 'id'>, host: string): string {
  return `<${id}@${host}>`
}
