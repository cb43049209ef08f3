import 'server-only'

import { createHash } from 'node:crypto'

import { addAudit } from './audit-store.ts'
import { log, logFailure } from '../log/log.ts'
import type { AuditEntry } from './audit-entry.ts'

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
