import 'server-only'

import { z } from 'zod'
import { AUDIT_KINDS, AUDIT_DAYS, type AuditKind } from './audit.ts'
import { randomUUID, createHash } from 'node:crypto'
import {
  type Query,
  countOf,
  database,
  expiry,
  find,
  writeDocuments,
} from '../adapters/firestore/database.ts'
import { defined } from '../result.ts'
import { log, logFailure } from '../log/log.ts'

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

async function read(query: Query): Promise<readonly AuditEntry[]> {
  const docs = await find('reading the audit trail', query)
  return docs.flatMap((document) => auditSchema.safeParse(document.data()).data ?? [])
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
export function auditEntries(
  { before, ...fields }: AuditQuery,
  limit: number,
): Promise<readonly AuditEntry[]> {
  let query: Query = audit()
  for (const [field, value] of Object.entries(defined(fields))) {
    query = query.where(field, '==', value)
  }
  if (before !== undefined) query = query.where('at', '<', before)
  return read(query.orderBy('at', 'desc').limit(limit))
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
