import 'server-only'

import type { Account } from '#lib/account/account.ts'
import { log } from '#lib/log/log.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { applyDecision } from './apply-decision.ts'
import { type CancelRequestRefusal, cancellationRequestChange } from './cancel-right.ts'
import { findOrder } from './find-orders.ts'

/** Asks for the cancellation of the member's own paid order; again changes nothing. Throws DatabaseUnavailable. */
export async function requestCancellation(
  account: Pick<Account, 'uid'>,
  { id }: { readonly id: string },
): Promise<Result<{ readonly state: 'requested' }, CancelRequestRefusal | 'not-found'>> {
  const order = await findOrder(account, id)
  if (!order) return fail('not-found')
  const context = { now: new Date(), by: 'member' } as const
  const answer = await applyDecision(order.id, (stored) =>
    cancellationRequestChange(stored, context),
  )
  if (!answer.ok) return fail(answer.code === 'unknown-order' ? 'not-found' : answer.code)
  log('cancellation-requested', { order: order.orderNumber })
  return ok({ state: 'requested' })
}
