import 'server-only'

import { applyDecision } from '#lib/order/apply-decision.ts'
import { changeContext, type OwnerContext } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { accountRequested } from '#lib/payment/refund/bank-account-request.ts'
import {
  readRefundAccount,
  type StoredRefundAccount,
} from '#lib/payment/refund/bank-account-store.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import type { ManualRefundFailure } from './refund-failure.ts'

/**
 * The account that a buyer named for a refund by transfer, for the owner who proved who they are. It is in no list, export
 * or book. Throws DatabaseUnavailable.
 */
export async function showRefundAccount({
  orderId,
  number,
  context,
}: {
  readonly orderId: string
  readonly number: number
  readonly context: OwnerContext
}): Promise<Result<StoredRefundAccount, ManualRefundFailure>> {
  const account = await readRefundAccount(orderId, number, context.at)
  return account ? ok(account) : fail('no-account')
}

/** Asks the buyer once more for the account of a refund by transfer; the reason stands in the mail. Throws DatabaseUnavailable. */
export async function requestBankAccountAgain({
  orderId,
  number,
  reason,
  context,
}: {
  readonly orderId: string
  readonly number: number
  readonly reason: string
  readonly context: OwnerContext
}): Promise<Result<Order, ManualRefundFailure>> {
  return applyDecision(orderId, (stored): Result<OrderChange, ManualRefundFailure> => {
    const change = accountRequested(stored, number, changeContext(context, reason))
    return change ? ok(change) : fail('no-such-refund')
  })
}
