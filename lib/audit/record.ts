import 'server-only'

import { createHash } from 'node:crypto'

import { addAudit } from '../adapters/firestore/audit.ts'
import { log, logFailure } from '../log.ts'
import type { AuditEntry } from './audit.ts'

/** Hash of a customer's identifier for the audit trail. */
export function customerHash(customer: string): string {
  const digest = createHash('sha256').update(customer.trim().toLowerCase()).digest('hex')
  return `customer-${digest.slice(0, 16)}`
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
