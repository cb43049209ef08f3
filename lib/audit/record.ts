import 'server-only'

import { createHash, randomUUID } from 'node:crypto'

import { z } from 'zod'

import { memberFacts, SignInUnavailable } from '#lib/adapters/firebase-auth/sessions.ts'
import {
  countOf,
  database,
  expiry,
  find,
  type Query,
  writeDocuments,
} from '#lib/adapters/firestore/database.ts'
import { log, logFailure } from '#lib/log/log.ts'
import { isMailEnabled, writeMailOnce } from '#lib/mail/outbox-store.ts'
import { securityNotice } from '#lib/mail/security-alarm.ts'
import { readOrderNumber } from '#lib/order/order-number.ts'
import { readOrders } from '#lib/order/order-store.ts'
import { defined } from '#lib/result.ts'
import { isEmail } from '#lib/text/plain-text.ts'
import { AUDIT_DAYS, AUDIT_KINDS, type AuditKind, NOBODY } from './audit.ts'

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

const audit = () => database().collection('audit')

/** Adds an audit entry. Entries are never changed or removed. Throws DatabaseUnavailable. */
export async function addAudit(entry: AuditEntry): Promise<void> {
  const id = `${entry.at.replaceAll(/\D/g, '')}-${randomUUID()}`
  await writeDocuments('writing the audit trail', (batch) =>
    batch.create(audit().doc(id), { ...entry, ...expiry(entry.at, AUDIT_DAYS) }),
  )
}

/** Filter of the audit trail by kind, actor or object. */
export type AuditQuery = {
  readonly kind?: AuditKind | undefined
  readonly who?: string | undefined
  readonly object?: string | undefined
  /** Upper bound of the time (ISO 8601), exclusive. */
  readonly before?: string | undefined
}

/** Entries of the audit trail, the newest first, at most so many; reads what it answers. Throws DatabaseUnavailable. */
export async function auditEntries(
  { before, ...fields }: AuditQuery,
  limit: number,
): Promise<readonly AuditEntry[]> {
  let query: Query = audit()
  for (const [field, value] of Object.entries(defined(fields))) {
    query = query.where(field, '==', value)
  }
  if (before !== undefined) query = query.where('at', '<', before)
  const docs = await find('reading the audit trail', query.orderBy('at', 'desc').limit(limit))
  return docs.flatMap((document) => auditSchema.safeParse(document.data()).data ?? [])
}

/** Counts a person's entries of a kind and outcome since a time; billed as one read. */
export async function countAudit(
  { who, outcome }: Pick<AuditEntry, 'who' | 'outcome'>,
  since: string,
): Promise<number> {
  const query = audit().where('who', '==', who).where('outcome', '==', outcome)
  return countOf('counting the audit trail', query.where('at', '>=', since))
}

function shortHash(text: string): string {
  return createHash('sha256').update(text.trim().toLowerCase()).digest('hex').slice(0, 16)
}

/** Hash of a customer's identifier for the audit trail. */
export function customerHash(customer: string): string {
  return `customer-${shortHash(customer)}`
}

/** Hash of typed text that names nothing in the shop, since it may be personal. */
export function typedHash(text: string): string {
  return `typed-${shortHash(text)}`
}

const LONGEST = 80

/** Returns an id that was found unchanged, and other text as a hash. */
export function auditObject(text: string, outcome: string): string {
  return outcome === 'ok' && /^[\w-]+$/.test(text) ? text.slice(0, LONGEST) : typedHash(text)
}

/** Adds an entry to the audit trail and to the log. Throws nothing: without the database the log has it. */
export async function recordAudit(entry: Omit<AuditEntry, 'at'>, now = new Date()): Promise<void> {
  log('audit', entry)
  try {
    await addAudit({ ...entry, at: now.toISOString() })
  } catch (error) {
    logFailure('audit', error, { kind: entry.kind })
  }
}

const MINUTE = 60_000

type RefusalKind = Pick<AuditEntry, 'kind' | 'outcome'>

/** Writes an entry with its count. */
export type WriteCount = (entry: Omit<AuditEntry, 'at'>) => Promise<void>

/**
 * Counts refusals by kind and outcome and writes one entry per minute each. `wait` schedules a task
 * after milliseconds.
 */
export function refusalCounter(
  write: WriteCount,
  wait = (task: () => void, after: number): void => void setTimeout(task, after).unref(),
) {
  const counts = new Map<string, number>()
  return ({ kind, outcome }: RefusalKind): void => {
    const key = `${kind} ${outcome}`
    const before = counts.get(key)
    counts.set(key, (before ?? 0) + 1)
    if (before !== undefined) return
    wait(() => {
      const count = counts.get(key) ?? 0
      counts.delete(key)
      void write({ kind, who: NOBODY, outcome, count })
    }, MINUTE)
  }
}

/** Counts a refusal of this process; a minute later the audit trail has the number. */
export const countRefusal = refusalCounter(async (entry) => {
  const { recordAudit } = await import('./record.ts')
  await recordAudit(entry)
})

const HOUR = 60 * 60 * 1000

/** Refused reauthentications within an hour that trigger an alarm. */
const REFUSED_PROOFS = 3

/** Result code of a failed reauthentication. */
export const PROOF_REFUSED = 'refused'

async function isAlarming(
  { kind, action, outcome, who }: Omit<AuditEntry, 'at'>,
  now: Date,
): Promise<'owner-sign-in' | 'export' | 'proofs' | undefined> {
  if (kind === 'sign-in') return 'owner-sign-in'
  if (action === 'exportCustomerAction' && outcome === 'ok') return 'export'
  if (outcome !== PROOF_REFUSED) return undefined
  const since = new Date(now.getTime() - HOUR).toISOString()
  return (await countAudit({ who, outcome }, since)) >= REFUSED_PROOFS ? 'proofs' : undefined
}

/**
 * Mails owners about a sensitive entry: sign-in, export, or three refusals within an hour. Throws
 * nothing.
 */
export async function alarmOwner(entry: Omit<AuditEntry, 'at'>, now = new Date()): Promise<void> {
  try {
    if (!isMailEnabled()) return
    const alarm = await isAlarming(entry, now)
    if (alarm !== undefined) await writeMailOnce(securityNotice(alarm, entry.who, now), now)
  } catch (error) {
    logFailure('alarm-owner', error, { kind: entry.kind })
  }
}

const refusalSchema = z.object({ ok: z.literal(false), code: z.string() })

const listSchema = z.object({
  ok: z.literal(true),
  data: z.object({
    done: z.int(),
    refused: z.array(z.object({ code: z.string() })),
  }),
})

/** The outcome of an action for the audit trail: `ok`, the code of a refusal, or how a list was done in part. */
export function actionOutcome(answer: unknown): string {
  const refusal = refusalSchema.safeParse(answer).data
  if (refusal) return refusal.code
  const list = listSchema.safeParse(answer).data?.data
  const [first] = list?.refused ?? []
  if (!list || !first) return 'ok'
  if (list.done === 0) return first.code
  const isUnknown = list.refused.some(({ code }) => code === 'unknown-order')
  return isUnknown ? 'partly-unknown' : 'partly-refused'
}

// Orders of a list that an entry names.
const MOST_NAMED = 3

// Names orders by their numbers, and ids that no order has by hashes.
async function orderNames(orderIds: string): Promise<string> {
  const ids = orderIds.split(' ').filter(Boolean).slice(0, MOST_NAMED)
  try {
    const orders = await readOrders(ids)
    const numbers = new Map(orders.map((order) => [order.id, order.orderNumber]))
    return ids.map((id) => numbers.get(id) ?? typedHash(id)).join(' ')
  } catch (error) {
    logFailure('audit', error)
    return typedHash(orderIds)
  }
}

// Returns what an action concerned, without typed text.
async function objectOf(
  fields: Readonly<Record<string, string>>,
  outcome: string,
): Promise<string | undefined> {
  const { orderId, orderIds, product, customer, uid, id } = fields
  if (customer !== undefined) return customerHash(customer)
  const orders = orderId ?? orderIds
  if (orders) return orderNames(orders)
  const typed = product ?? uid ?? id
  return typed === undefined ? undefined : auditObject(typed, outcome)
}

/** Records what an owner did, with its outcome, and alarms owners where it is sensitive. Throws nothing. */
export async function recordAction({
  action,
  who,
  via,
  fields,
  answer,
}: Pick<AuditEntry, 'via'> & {
  readonly action: string
  /** The uid of who did it. */
  readonly who: string
  readonly fields: Readonly<Record<string, string>>
  readonly answer: unknown
}): Promise<void> {
  const outcome = actionOutcome(answer)
  const object = await objectOf(fields, outcome)
  const entry = { kind: 'owner-action', who, action, outcome, ...defined({ object, via }) } as const
  await recordAudit(entry)
  await alarmOwner(entry)
}

/** Entries per page. */
const PAGE = 50

/** Entries of the audit trail, the newest first; `next` asks for earlier ones (`before`), where there are any. */
export type AuditPage = {
  readonly entries: readonly AuditEntry[]
  /** The names or e-mails of those who did it, by uid; without those whom the sign-in service does not know. */
  readonly names: Readonly<Record<string, string>>
  readonly next?: string
}

// The trail keeps no names; the page asks for them, and does without where nobody answers.
async function whoNames(entries: readonly AuditEntry[]): Promise<AuditPage['names']> {
  const uids = [...new Set(entries.map(({ who }) => who))].filter(
    (who) => who !== NOBODY && who !== 'command',
  )
  try {
    const members = await Promise.all(uids.map(memberFacts))
    return Object.fromEntries(
      members.flatMap((member) => (member ? [[member.uid, member.name || member.email]] : [])),
    )
  } catch (error) {
    if (!(error instanceof SignInUnavailable)) throw error
    return {}
  }
}

/** Filter of the audit trail: kind, and a person, order or object. */
export type AuditSearch = {
  readonly kind?: AuditKind | undefined
  readonly about?: string | undefined
  readonly before?: string | undefined
}

async function queriesFor({ kind, about = '', before }: AuditSearch): Promise<AuditQuery[]> {
  const text = about.trim()
  if (text === '') return [{ kind, before }]
  // The trail stores a customer's uid and the hash of other identifiers.
  const names = isEmail(text)
    ? [customerHash(text)]
    : [readOrderNumber(text) ?? text, customerHash(text), typedHash(text)]
  const member = isEmail(text) ? await memberFacts(text) : undefined
  if (member) names.push(member.uid, customerHash(member.uid))
  return names.flatMap((name) => [
    { who: name, before },
    { object: name, before },
  ])
}

/** Searches the audit trail. Throws DatabaseUnavailable, or SignInUnavailable for an e-mail. */
export async function findAudit(search: AuditSearch): Promise<AuditPage> {
  const queries = await queriesFor(search)
  const found = await Promise.all(queries.map((query) => auditEntries(query, PAGE)))
  const { kind } = search
  const all = found
    .flat()
    .filter((entry) => kind === undefined || entry.kind === kind)
    .toSorted((a, b) => b.at.localeCompare(a.at))
  const entries = all.slice(0, PAGE)
  const isMore = all.length > PAGE || found.some(({ length }) => length === PAGE)
  const last = entries.at(-1)
  const names = await whoNames(entries)
  return isMore && last ? { entries, names, next: last.at } : { entries, names }
}
