import 'server-only'

import type { FulfilmentRefusal } from '../order/fulfilment.ts'
import { fail, type Failure, ok, type Result } from '../result.ts'
import type { OwnerContext } from './change-numbered-order.ts'
import { completeOrder } from './edit-order.ts'

/** Maximum orders completed at once. */
const MOST = 200

type Refusal = FulfilmentRefusal | 'unknown-order'

/**
 * Completes the chosen orders one by one. Idempotent; fails with the first refusal after the rest.
 * Throws DatabaseUnavailable.
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
