import 'server-only'

import { DatabaseUnavailable } from '../adapters/firestore/database.ts'
import { readMember } from '../adapters/firestore/members.ts'
import { type Recipient, recipientSchema } from '../delivery/recipient.ts'
import { logFailure } from '../log.ts'
import type { Account } from './account.ts'

/** What the checkout's form starts from: the member's saved profile, with the account's e-mail where none is saved. An unreachable database fills in nothing and stops nobody. */
export async function readCheckoutPrefill(account: Account): Promise<Recipient> {
  try {
    const { profile } = await readMember(account.uid)
    const recipient = recipientSchema.parse(profile)
    return recipient.email === '' ? { ...recipient, email: account.email } : recipient
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    logFailure('checkout-prefill', error)
    return recipientSchema.parse({ email: account.email })
  }
}
