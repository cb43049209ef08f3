import 'server-only'

import { changeOrder } from '../adapters/firestore/orders.ts'
import type { Order, OrderChange } from '../order/order.ts'
import { done, refused, type Result } from '../result.ts'
import { findNumberedOrder } from './find-numbered-order.ts'

/** Changes an order by what `decide` says of it as it is stored at that moment, in one transaction; answers the order as it then stands. Throws DatabaseUnavailable. */
export async function applyChange<Code extends string>(
  number: string,
  decide: (order: Order) => Result<OrderChange, Code>,
): Promise<Result<Order, Code | 'unknown-order'>> {
  const order = await findNumberedOrder(number)
  if (!order) return refused('unknown-order')
  const refusals: Code[] = []
  const after = await changeOrder(order.id, (stored) => {
    const answer = decide(stored)
    refusals.length = 0
    if (answer.ok) return answer.data
    refusals.push(answer.code)
    return undefined
  })
  const [refusal] = refusals
  if (refusal !== undefined) return refused(refusal)
  return after ? done(after) : refused('unknown-order')
}
