import 'server-only'

import { createHash } from 'node:crypto'

import { addAudit } from '../adapters/firestore/audit.ts'
import { log, logFailure } from '../log.ts'
import type { AuditEntry } from './audit.ts'

function shortHash(text: string): string {
  return createHash('sha256').update(text.trim().toLowerCase()).digest('hex').slice(0, 16)
}

/** A customer as the audit trail names them, whatever they were asked for by. */
export function customerHash(customer: string): string {
  return `customer-${shortHash(customer)}`
}

/** Words that name nothing in the shop, as the audit trail keeps them: they may be anybody's. */
export function typedHash(text: string): string {
  return `typed-${shortHash(text)}`
}

const LONGEST = 80

/** Orders' numbers and ids that were found, as they are; whatever else was typed only as a hash. */
export function auditObject(text: string, outcome: string): string {
  const numbers = text.match(/\bOrder\d{10}-\d{4,}\b/g)
  if (numbers) return numbers.join(' ').slice(0, LONGEST)
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
