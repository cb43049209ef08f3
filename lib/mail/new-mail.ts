import { createHash } from 'node:crypto'

import type { Mail, MailDraft } from './mail.ts'

/** Hash of an address. */
function addressHash(address: string): string {
  return createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 32)
}

/** A new mail, to be sent at once or when its time has come. */
export function newMail({ notBefore, ...draft }: MailDraft, now: Date): Mail {
  const at = now.toISOString()
  const { to } = draft
  return {
    ...draft,
    ...(to ? { toHash: addressHash(to.address) } : {}),
    state: 'due',
    createdAt: at,
    nextAt: notBefore !== undefined && notBefore > at ? notBefore : at,
    attempts: 0,
    unanswered: 0,
  }
}
