import 'server-only'

import { transact, type Transaction } from '#lib/adapters/firestore/database.ts'
import { log } from '#lib/log/log.ts'
import { openRefundAccount } from '#lib/mail/mailed-links.ts'
import { queueForSending } from '#lib/mail/outbox-store.ts'
import { isStored } from '#lib/order/events.ts'
import { commit, orderFrom, orderReference } from '#lib/order/order-store.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { accountProvided, type AccountRefusal } from './bank-account-request.ts'
import { writeRefundAccount } from './bank-account-store.ts'
import { type AccountField, readRefundAccount } from './bank-account.ts'

/** What the page of a link says before anything is typed; amounts in whole TWD, times ISO 8601. */
export type BankAccountRequest = {
  readonly orderNumber: string
  readonly amount: number
  /** When an account was named before; a new one takes its place. */
  readonly givenAt?: string | undefined
}

/** The refund that a link asks an account for. Throws DatabaseUnavailable, SignInUnavailable. */
export async function findBankAccountRequest(
  link: string,
  now = new Date(),
): Promise<Result<BankAccountRequest, 'link-over'>> {
  const opened = await openRefundAccount(link, now)
  if (!opened) return fail('link-over')
  const { orderNumber } = opened.order
  const { amount, accountAt: givenAt } = opened.request
  return ok({ orderNumber, amount, givenAt })
}

/**
 * Takes the account that a buyer names by the link of a mail: its own document, the order's event and the mails, in one
 * transaction. Throws DatabaseUnavailable, SignInUnavailable.
 */
export async function takeRefundAccount(
  { link, ...typed }: { readonly link: string } & Readonly<Record<AccountField, string>>,
  now = new Date(),
): Promise<Result<null, AccountRefusal | 'incomplete'>> {
  const read = readRefundAccount(typed)
  if (!read.ok) return fail('incomplete')
  const opened = await openRefundAccount(link, now)
  if (!opened) return fail('link-over')
  const { id } = opened.order
  const refund = opened.request.number
  const key = crypto.randomUUID()
  const answer = await transact('taking a refund account', async (tx: Transaction) => {
    const order = orderFrom(await tx.get(orderReference(id)))
    if (!order) return fail('link-over')
    // The answer of a commit may be lost: then it was stored.
    if (isStored(order, key)) return ok(undefined)
    const given = accountProvided(order, refund, { now, by: 'member' })
    if (!given.ok) return given
    writeRefundAccount(tx, { order: id, refund }, { ...read.account, givenAt: now.toISOString() })
    return ok(commit(tx, order, given.data, { key }))
  })
  if (!answer.ok) return answer
  queueForSending(answer.data?.mails ?? [])
  log('refund-account', { order: opened.order.orderNumber, refund })
  return ok(null)
}
