import 'server-only'

import type { Transaction } from 'firebase-admin/firestore'

import { gatherPaid } from '../../mail/mail.ts'
import { database, expiry, withDeadline } from './database.ts'
import { mailFrom, outbox, SENT_KEPT_DAYS, writeMails } from './outbox.ts'

/** The most orders of which one mail tells. */
const MOST_GATHERED = 300

/** Puts one mail in the place of all that are due about paid orders, in one transaction. Returns how many they were. */
export async function gatherPaidMails(now: Date): Promise<number> {
  const due = outbox().where('kind', '==', 'owner-paid').where('nextAt', '<=', now.toISOString())
  const call = database().runTransaction(async (tx: Transaction) => {
    const { docs } = await tx.get(due.orderBy('nextAt').limit(MOST_GATHERED))
    const mails = docs.flatMap((document) => mailFrom(document) ?? [])
    const answer = gatherPaid(mails, now)
    if (!answer) return 0
    writeMails(tx, [answer.digest], now)
    for (const { id, ...fields } of answer.gathered) {
      tx.set(outbox().doc(id), { ...fields, ...expiry(now.getTime(), SENT_KEPT_DAYS) })
    }
    return answer.gathered.length
  })
  return withDeadline('gathering mails', call)
}
