import 'server-only'

import type { Account } from '#lib/account/account.ts'
import { log } from '#lib/log/log.ts'
import { applyDecision } from '#lib/order/apply-decision.ts'
import { findOrder } from '#lib/order/find-orders.ts'
import { findPlannedProducts } from '#lib/product/find-products.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { returnRequestChange, type ReturnFailure, type ReturnInput } from './return-rules.ts'

/** Asks for the return of units of the member's own order; the same wish again changes nothing. Throws DatabaseUnavailable. */
export async function requestReturn(
  account: Pick<Account, 'uid'>,
  { id, ...request }: ReturnInput & { readonly id: string },
): Promise<Result<{ readonly state: 'requested' }, ReturnFailure | 'not-found'>> {
  const order = await findOrder(account, id)
  if (!order) return fail('not-found')
  const context = { now: new Date(), by: 'member' } as const
  const made = await findPlannedProducts()
  const answer = await applyDecision(order.id, (stored) =>
    returnRequestChange(stored, request, made, context),
  )
  if (!answer.ok) return fail(answer.code === 'unknown-order' ? 'not-found' : answer.code)
  log('return-requested', { order: order.orderNumber })
  return ok({ state: 'requested' })
}
