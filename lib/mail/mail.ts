import { createHash } from 'node:crypto'

import { z } from 'zod'

import type { ReservedProduct } from '#lib/inventory/reserved-products.ts'
import { backoff } from '#lib/operation/timing.ts'
import type { Order } from '#lib/order/order.ts'
import { defined } from '#lib/result.ts'
import { formatTime, taipeiDay } from '#lib/time/taipei-time.ts'
import { MAIL_TITLES } from './mail-titles.ts'
import { MAIL_KINDS, type MailKind, type MailValues, OWNER_MAILS } from './placeholders.ts'

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
 * Outcome of a delivery; `gatheredIn` names the mail that tells it instead. `bounced`: no such address. `unanswered`: the response was lost after the
 * data.
 */
export type Outcome =
  | { readonly kind: 'sent'; readonly gatheredIn?: string }
  | { readonly kind: 'bounced' | 'unanswered' | 'failed'; readonly problem: string }

/** Length of a claim in milliseconds, longer than sending takes (lib/mail/send-mails.ts). */
export const CLAIM_FOR = 3 * 60_000

/** How long delivery is retried, in milliseconds: three days. */
export const TRY_FOR = 3 * 24 * 60 * 60_000

const PAUSES = { first: 60_000, most: 4 * 60 * 60_000 } as const

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

function markFailed(
  { to: _to, values: _values, nextAt: _nextAt, ...kept }: Mail,
  problem: string,
): Mail {
  return { ...kept, state: 'failed', problem }
}

/** A mail after one try: sent, failed for good, or due again after a pause that grows. */
export function afterTry(mail: Mail, outcome: Outcome, now: Date): Mail {
  if (outcome.kind === 'sent') {
    // Address and contents go.
    const { to: _to, values: _values, nextAt: _nextAt, ...kept } = mail
    const { gatheredIn } = outcome
    return { ...kept, state: 'sent', sentAt: now.toISOString(), ...defined({ gatheredIn }) }
  }
  const { problem } = outcome
  if (outcome.kind === 'bounced') return markFailed(mail, problem)
  const unanswered = mail.unanswered + (outcome.kind === 'unanswered' ? 1 : 0)
  const end = Date.parse(mail.createdAt) + TRY_FOR
  const isOver = unanswered >= MOST_UNANSWERED || now.getTime() >= end
  if (isOver) return markFailed({ ...mail, unanswered }, problem)
  const nextAt = new Date(
    Math.min(now.getTime() + backoff(PAUSES, mail.attempts - 1), end),
  ).toISOString()
  return { ...mail, state: 'due', nextAt, unanswered, problem }
}

/** A stored mail after a try, or undefined when another claimed it meanwhile, unless it was sent. */
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

/** A new mail, to be sent at once or when its time has come. */
export function newMail({ notBefore, ...draft }: MailDraft, now: Date): Mail {
  const at = now.toISOString()
  const { to } = draft
  const toHash =
    to && createHash('sha256').update(to.address.toLowerCase()).digest('hex').slice(0, 32)
  return {
    ...draft,
    ...defined({ toHash }),
    state: 'due',
    createdAt: at,
    nextAt: notBefore !== undefined && notBefore > at ? notBefore : at,
    attempts: 0,
    unanswered: 0,
  }
}

export const HOUR = 60 * 60 * 1000

/** Addresses of an order's mails: the account's, and once it is paid also the one typed at its checkout. */
export function orderAddresses(
  { email, recipient, paidAt }: Pick<Order, 'email' | 'recipient' | 'paidAt'>,
  isPaid = paidAt !== undefined,
): readonly string[] {
  const typed = isPaid ? recipient.email : ''
  const isSame = typed.toLowerCase() === email.toLowerCase()
  return (isSame ? [email] : [email, typed]).filter((address) => address !== '')
}

// The owner's own, those to addresses that nobody has confirmed, and a notice that is only a wish.
const UNTOLD: ReadonlySet<MailKind> = new Set([
  ...OWNER_MAILS,
  'unverified',
  'join-confirm',
  'half-confirm',
  'half-received',
  'half-shown',
  'stock-alert-confirm',
  'back-in-stock',
])

/** Returns the owner's mail about an undeliverable mail, or undefined if none is needed. */
export function undeliveredMail(mail: Mail): MailDraft | undefined {
  const { id, kind, state, order, number, problem, createdAt } = mail
  if (state !== 'failed' || UNTOLD.has(kind)) return undefined
  const values = {
    order_number: number ?? '',
    undelivered: MAIL_TITLES[kind],
    problem: problem ?? '',
    created_at: formatTime(new Date(createdAt)),
  }
  const event = `undelivered-${id}`
  const about = { ...(order ? { order } : {}), ...(number ? { number } : {}) }
  return { id: event, event, kind: 'owner-undelivered', values, ...about }
}

/** Delays the mail of a placed order by some minutes: most orders are paid by then, and their payment's mail tells it all. */
export function delayPlaced(draft: MailDraft, now: Date, minutes: number): MailDraft {
  if (draft.kind !== 'placed' || minutes === 0) return draft
  return { ...draft, notBefore: new Date(now.getTime() + minutes * 60_000).toISOString() }
}

/** The mail that has told what the mail of a placed order would: that of its payment, or of its end. */
export function placedMailIn({ order = '', kind }: Pick<Mail, 'order' | 'kind'>, now: PlacedNow) {
  if (kind !== 'placed') return undefined
  if (now.paidAt !== undefined) return `${order}-paid`
  return now.status === '已取消' ? `${order}-cancelled` : undefined
}

type PlacedNow = { readonly status: string; readonly paidAt?: string | undefined }

/** Returns the owner's mail about a product held by unpaid orders; one a day in Taipei. */
export function reservationNotice(
  { product, title, held, of, orders }: ReservedProduct,
  now: Date,
): MailDraft {
  const event = `holds-${product}-${taipeiDay(now)}`.replaceAll(/[^\w-]/g, '_')
  const values = {
    held_product: title,
    held_pieces: String(held),
    all_pieces: String(of),
    unpaid_orders: String(orders),
  }
  return { id: event, event, kind: 'owner-holds', values }
}
