import 'server-only'

import { z } from 'zod'

import {
  database,
  expiry,
  readDocument,
  type Transaction,
} from '#lib/adapters/firestore/database.ts'
import { REFUND_ACCOUNT_DAYS } from '#lib/company/company.ts'
import type { AccountEnd } from './bank-account-ends.ts'
import type { RefundAccount } from './bank-account.ts'

/** So long an account is kept whose refund is neither made nor withdrawn, in days. */
const MANUAL_REFUND_RETENTION_DAYS = 180

/** Document refund_accounts/{order}-{refund}: nothing else in the database has what it says. */
const accountSchema = z.object({
  bank: z.string(),
  account: z.string(),
  holder: z.string(),
  givenAt: z.iso.datetime(),
  /** ISO 8601, as the field that the database erases it by lags up to a day behind. */
  keptUntil: z.iso.datetime(),
})

/** A stored account, and when the buyer named it last. */
export type StoredRefundAccount = RefundAccount & { readonly givenAt: string }

function accountReference(order: string, refund: number) {
  return database().collection('refund_accounts').doc(`${order}-${refund}`)
}

function retainedFor(from: string, days: number) {
  const { expireAt } = expiry(from, days)
  return { expireAt, keptUntil: expireAt.toISOString() }
}

/** Writes an account in the transaction of its order's change; a newer one takes the place of the one before. */
export function writeRefundAccount(
  tx: Transaction,
  { order, refund }: { readonly order: string; readonly refund: number },
  { bank, account, holder, givenAt }: StoredRefundAccount,
): void {
  const kept = retainedFor(givenAt, MANUAL_REFUND_RETENTION_DAYS)
  tx.set(accountReference(order, refund), { bank, account, holder, givenAt, ...kept })
}

/** Ends an account in the transaction of the event that ends it: at once, or in so many days after its refund. */
export function endRefundAccount(
  tx: Transaction,
  order: string,
  { number, doneAt }: AccountEnd,
): void {
  const reference = accountReference(order, number)
  if (doneAt === undefined) tx.delete(reference)
  else tx.set(reference, retainedFor(doneAt, REFUND_ACCOUNT_DAYS), { merge: true })
}

/** The account for a refund, or undefined if none was named, or it was erased. One read. Throws DatabaseUnavailable. */
export async function readRefundAccount(
  order: string,
  refund: number,
  now: Date,
): Promise<StoredRefundAccount | undefined> {
  const stored = await readDocument('reading a refund account', accountReference(order, refund))
  const kept = accountSchema.safeParse(stored.data()).data
  if (!kept || kept.keptUntil <= now.toISOString()) return undefined
  const { bank, account, holder, givenAt } = kept
  return { bank, account, holder, givenAt }
}
