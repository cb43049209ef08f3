import 'server-only'

import type { Account } from '../account/account.ts'
import { changeOrder } from '../adapters/firestore/orders.ts'
import { log } from '../log.ts'
import { fail, ok, type Result } from '../result.ts'
import type { OrderChange } from './order.ts'
import { type ReturnInput, returnAsked, type ReturnFailure } from './returns.ts'
import { findOrder } from './find-orders.ts'

/** Asks for the return of pieces of the member's own order; the same wish again changes nothing. Throws DatabaseUnavailable. */
export async function askReturn(
  account: Pick<Account, 'uid'>,
  { id, ...request }: ReturnInput & { readonly id: string },
): Promise<Result<{ readonly state: 'asked' }, ReturnFailure | 'not-found'>> {
  const order = await findOrder(id, account)
  if (!order) return fail('not-found')
  const context = { now: new Date(), by: 'member' } as const
  const answers: Result<OrderChange | undefined, ReturnFailure>[] = []
  await changeOrder(order.id, (stored) => {
    const answer = returnAsked(stored, request, context)
    answers.push(answer)
    return answer.ok ? answer.data : undefined
  })
  const answer = answers.at(-1)
  if (answer && !answer.ok) return answer
  log('return-asked', { order: order.orderId })
  return ok({ state: 'asked' })
}
