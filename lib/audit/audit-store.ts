import 'server-only'

import { randomUUID } from 'node:crypto'
import {
  type Query,
  countOf,
  database,
  expiry,
  find,
  writeDocuments,
} from '../adapters/firestore/database.ts'
import { AUDIT_DAYS, type AuditKind } from './audit.ts'
import { type AuditEntry, auditSchema } from './audit-entry.ts'
import { defined } from '../result.ts'

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
