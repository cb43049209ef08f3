import { createHash } from 'node:crypto'

import { z } from 'zod'

import { backoff } from '../operation/timing.ts'
import type { Order } from '../order/order.ts'
import type { HeldProduct } from '../order/stock.ts'
import type { DayAbout, DayQuestion } from '../product/product.ts'
import { defined } from '../result.ts'
import { formatDay, formatTime, taipeiDay } from '../time/taipei-time.ts'
import { MAIL_TITLES } from './mail-titles.ts'
import { MAIL_KINDS, type MailKind, OWNER_MAILS } from './placeholders.ts'

/** The names of a product's days. */
export const DAY_WORDS: Readonly<Record<DayAbout, string>> = {
  deadline: '預購截止日',
  shipping: '預計出貨日',
  facts: '規格公布日',
}

const MEANINGS: Readonly<Record<DayAbout, string>> = {
  deadline:
    '那一天結束後，預購就停止；有庫存的話，還會照預計出貨日繼續賣，直到您說貨到了或結束銷售。',
  shipping:
    '那一天過了還沒有回答，商品頁就不再承諾日期，暫停販售，等著的訂單會寫「新的日期確認中」。',
  facts: '那一天過了還沒有公布，商品頁會說我們遲了，買家仍然可以全額取消。',
}

const CHOICES: Readonly<Record<DayAbout, string>> = {
  deadline: '貨到了、改到另一天，或結束銷售',
  shipping: '貨到了、改到另一天，或結束銷售',
  facts: '填好規格並公布，或改到另一天',
}

/** Says what a day means for the page and its buyers if it passes without an answer. */
export function dayMeaning({ about }: Pick<DayQuestion, 'about'>): string {
  return MEANINGS[about]
}

/** Returns the owner's mail about a day; one for each of its times, and for each day it is moved to. */
export function dayNotice(question: DayQuestion, before: number): MailDraft {
  const { product, title, about, day } = question
  const event = `day-${about}-${product}-${day}-${before}`.replaceAll(/[^\w-]/g, '_')
  const values = {
    product_title: title,
    day_subject: DAY_WORDS[about],
    day: formatDay(day),
    day_meaning: MEANINGS[about],
    day_choices: CHOICES[about],
  }
  return { id: event, event, kind: 'owner-day', values }
}

/** Security events that the owner is notified of at once. */
export type SecurityAlarm = 'owner-sign-in' | 'export' | 'proofs'

const WORDS: Readonly<Record<SecurityAlarm, string>> = {
  'owner-sign-in': '有人以店主帳號登入',
  export: '有人下載了一位顧客的全部資料',
  proofs: '一小時內有三次以上的身分確認沒有通過',
}

/** Returns the owner's mail about a possible intrusion; `who` is the account's uid. */
export function securityNotice(alarm: SecurityAlarm, who: string, now: Date): MailDraft {
  // Refusals are grouped by hour; other alarms are separate.
  const at = now.toISOString().slice(0, alarm === 'proofs' ? 13 : 23)
  const event = `security-${alarm}-${who}-${at}`.replaceAll(/[^\w-]/g, '_')
  const values = { security_event: WORDS[alarm], security_who: who, security_at: formatTime(now) }
  return { id: event, event, kind: 'owner-security', values }
}

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

const HOUR = 60 * 60 * 1000

/** Maximum mails to one address an hour; more are delayed. */
export const MAILS_AN_HOUR = 20

/** Kinds sent to unverified addresses: at most one within 24 hours. */
const ONCE_A_DAY: ReadonlySet<MailKind> = new Set(['unverified'])

/** Kinds that anybody has the shop send to an address that nobody has proven. */
export const UNPROVEN_KINDS = [
  'unverified',
  'join-confirm',
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

const SUFFIX = '-owner-paid'

/** How many of these mails tell the owner of a paid order. */
export function countPaidMails(ids: readonly string[]): number {
  return ids.filter((id) => id.endsWith(SUFFIX)).length
}

/**
 * Delays the owner's mail about a paid order to the next full hour during a rush, as one digest.
 */
export function delayInRush(draft: MailDraft, now: Date, mailsAnHour: number): MailDraft {
  const { kind, number = '' } = draft
  const sequence = Number(number.slice(number.lastIndexOf('-') + 1))
  if (kind !== 'owner-paid' || !(sequence > mailsAnHour)) return draft
  const next = (Math.floor(now.getTime() / HOUR) + 1) * HOUR
  return { ...draft, notBefore: new Date(next).toISOString() }
}

/** Delays the mail of a placed order by some minutes: most orders are paid by then, and their payment's mail tells it all. */
export function delayPlaced(draft: MailDraft, now: Date, minutes: number): MailDraft {
  if (draft.kind !== 'placed' || minutes === 0) return draft
  return { ...draft, notBefore: new Date(now.getTime() + minutes * 60_000).toISOString() }
}

/** The mail that has told what the mail of a placed order would: that of its payment, or of its end. */
export function placedToldIn({ order = '', kind }: Pick<Mail, 'order' | 'kind'>, now: PlacedNow) {
  if (kind !== 'placed') return undefined
  if (now.paidAt !== undefined) return `${order}-paid`
  return now.status === '已取消' ? `${order}-cancelled` : undefined
}

type PlacedNow = { readonly status: string; readonly paidAt?: string | undefined }

/** The digest mail and the new states of the mails that it replaces. */
export type PaidDigest = { readonly digest: MailDraft; readonly gathered: readonly Mail[] }

/** One mail in place of all that are due about paid orders; undefined where there are fewer than two. */
export function gatherPaid(mails: readonly Mail[], now: Date): PaidDigest | undefined {
  // A mail that is being sent, or may have arrived, is left as it is.
  const due = mails.filter(({ kind, state, unanswered, nextAt }) => {
    const isDue = nextAt !== undefined && nextAt <= now.toISOString()
    return kind === 'owner-paid' && state === 'due' && unanswered === 0 && isDue
  })
  const [first, second] = due
  if (!first || !second) return undefined
  const event = `owner-paid-many-${first.id}`
  const lines = due.map(({ number = '', values }) => `${number}，${values?.total ?? ''}`)
  const values = { order_count: String(due.length), lines: lines.join('\n') }
  return {
    digest: { id: event, event, kind: 'owner-paid-many', values },
    gathered: due.map((mail) => ({ ...afterTry(mail, { kind: 'sent' }, now), gatheredIn: event })),
  }
}

/** Returns the owner's mail about a product held by unpaid orders; one a day in Taipei. */
export function holdNotice(
  { product, title, held, of, orders }: HeldProduct,
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

/** Stored state of the sweeps: failing since, and when the owner was notified. ISO 8601 in UTC. */
export type SweepState = {
  readonly failingSince?: string | undefined
  readonly toldAt?: string | undefined
}

/** Counts of failed and unreadable orders of a sweep. */
export type SweepResult = { readonly failed: number; readonly unreadable: number }

/** In milliseconds: sweeps that fail for this long notify the owner (half an hour). */
export const FAILING_FOR = 30 * 60_000

function notice(since: string, { failed, unreadable }: SweepResult): MailDraft {
  const event = `sweep-failing-${since.replaceAll(/[^\w-]/g, '')}`
  const values = {
    failing_since: formatTime(new Date(since)),
    failed_orders: String(failed + unreadable),
  }
  return { id: event, event, kind: 'owner-sweep', values }
}

/**
 * Returns the state and mail after a sweep, or undefined without a change. An unreadable order is
 * reported at once.
 */
export function afterSweep(
  state: SweepState,
  result: SweepResult,
  now: Date,
): { readonly state: SweepState; readonly tells?: MailDraft } | undefined {
  if (result.failed + result.unreadable === 0) {
    return state.failingSince === undefined ? undefined : { state: {} }
  }
  const { failingSince = now.toISOString(), toldAt } = state
  if (toldAt !== undefined) return undefined
  const isLong = now.getTime() - Date.parse(failingSince) >= FAILING_FOR
  if (isLong || result.unreadable > 0) {
    const answer = { failingSince, toldAt: now.toISOString() }
    return { state: answer, tells: notice(failingSince, result) }
  }
  return state.failingSince === undefined ? { state: { failingSince } } : undefined
}

/** Returns the owner's mail about a missing scheduler; one per outage. */
export function lateNotice(last: Date, minutes: number): MailDraft {
  const event = `sweep-late-${last.toISOString().replaceAll(/[^\w-]/g, '')}`
  const values = { last_sweep: formatTime(last), sweep_minutes: String(minutes) }
  return { id: event, event, kind: 'owner-sweep-late', values }
}
