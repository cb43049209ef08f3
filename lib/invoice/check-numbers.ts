import 'server-only'

import { issuer as findIssuer } from '../adapters/ecpay/issuer.ts'
import { keepNumberState, readNumberState } from '../adapters/firestore/invoice-numbers.ts'
import { isMailEnabled, writeMailOnce } from '../adapters/firestore/outbox.ts'
import { logFailure } from '../log/log.ts'
import { InvoiceProblem } from './issuer.ts'
import { areNumbersDue, numberMails, numberState } from './number-state.ts'

/**
 * Queries the remaining invoice numbers when due and notifies the owner. Throws
 * DatabaseUnavailable.
 */
export async function checkNumbers(now: Date): Promise<void> {
  const issuer = findIssuer()
  if (!issuer || !areNumbersDue(await readNumberState(), now)) return
  try {
    const state = numberState(await issuer.numberRanges(now), now)
    await keepNumberState(state)
    if (!isMailEnabled()) return
    for (const mail of numberMails(state, now)) await writeMailOnce(mail, now)
  } catch (error) {
    if (!(error instanceof InvoiceProblem)) throw error
    logFailure('invoice-numbers', error)
  }
}
