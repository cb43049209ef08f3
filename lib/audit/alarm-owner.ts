import 'server-only'

import { countAudit } from '../adapters/firestore/audit.ts'
import { isMailEnabled, writeMailOnce } from '../adapters/firestore/outbox.ts'
import { logFailure } from '../log/log.ts'
import { securityNotice } from '../mail/mail.ts'
import type { AuditEntry } from './audit-entry.ts'

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
