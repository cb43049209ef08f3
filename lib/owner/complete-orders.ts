import 'server-only'

import type { FulfilmentRefusal } from '../order/fulfilment.ts'
import { fail, type Failure, ok, type Result } from '../result.ts'
import type { OwnerContext } from './change-numbered-order.ts'
import { completeOrder } from './edit-order.ts'

/** How many orders one press completes at most. */
const MOST = 200

type Refusal = FulfilmentRefusal | 'unknown-order'

/**
 * Marks the chosen orders 已完成, one after the other; what was completed before stays so. Fails with the
 * first refusal, which names its order, after the others are done. Throws DatabaseUnavailable.
 */
export async function completeOrders(
  numbers: readonly string[],
  context: OwnerContext,
): Promise<Result<number, Refusal | 'nothing-chosen'>> {
  const chosen = [...new Set(numbers)].slice(0, MOST)
  if (chosen.length === 0) return fail('nothing-chosen')
  const refused: Failure<Refusal>[] = []
  for (const orderId of chosen) {
    const answer = await completeOrder({ orderId, context })
    if (!answer.ok) refused.push({ ...answer, detail: `（${orderId}）` })
  }
  return refused[0] ?? ok(chosen.length)
}
