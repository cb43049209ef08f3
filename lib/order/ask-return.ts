import 'server-only'

import type { Account } from '../account/account.ts'
import { log } from '../log/log.ts'
import { fail, ok, type Result } from '../result.ts'
import { type CancelRequestRefusal, requestCancellation } from './cancel-request.ts'
import { execute } from './execute.ts'
import { type ReturnInput, returnAsked, type ReturnFailure } from './returns.ts'
import { findOrder } from './find-orders.ts'

/** Asks for the return of pieces of the member's own order; the same wish again changes nothing. Throws DatabaseUnavailable. */
export async function askReturn(
  account: Pick<Account, 'uid'>,
  { id, ...request }: ReturnInput & { readonly id: string },
): Promise<Result<{ readonly state: 'asked' }, ReturnFailure | 'not-found'>> {
  const order = await findOrder(account, id)
  if (!order) return fail('not-found')
  const context = { now: new Date(), by: 'member' } as const
  const answer = await execute(order.id, (stored) => returnAsked(stored, request, context))
  if (!answer.ok) return fail(answer.code === 'unknown-order' ? 'not-found' : answer.code)
  log('return-asked', { order: order.orderNumber })
  return ok({ state: 'asked' })
}

/** Asks for the cancellation of the member's own paid order; again changes nothing. Throws DatabaseUnavailable. */
export async function askToCancel(
  account: Pick<Account, 'uid'>,
  { id }: { readonly id: string },
): Promise<Result<{ readonly state: 'asked' }, CancelRequestRefusal | 'not-found'>> {
  const order = await findOrder(account, id)
  if (!order) return fail('not-found')
  const context = { now: new Date(), by: 'member' } as const
  const answer = await execute(order.id, (stored) => requestCancellation(stored, context))
  if (!answer.ok) return fail(answer.code === 'unknown-order' ? 'not-found' : answer.code)
  log('cancel-asked', { order: order.orderNumber })
  return ok({ state: 'asked' })
}
