import 'server-only'

import { executeShipping } from '../order/execute.ts'
import { ordersShippedSince } from '../adapters/firestore/change-shipping.ts'
import type { Order } from '../order/order.ts'
import {
  canUndoShipping,
  UNDO_SHIPPING_FOR,
  undoShipping,
  type UndoShippingRefusal,
} from '../order/undo-shipping.ts'
import { fail, type Failure, ok, type Result } from '../result.ts'
import { changeContext, findNumberedOrder, type OwnerContext } from './change-numbered-order.ts'

/**
 * Returns orders whose shipping can be undone, newest first. One query. Throws DatabaseUnavailable.
 */
export async function findNewShippings(now = new Date()): Promise<readonly Order[]> {
  const since = new Date(now.getTime() - UNDO_SHIPPING_FOR).toISOString()
  return (await ordersShippedSince(since)).filter((order) => canUndoShipping(order, now))
}

type Refusal = UndoShippingRefusal | 'unknown-order'

async function takeBack(number: string, context: OwnerContext): Promise<Result<Order, Refusal>> {
  const order = await findNumberedOrder(number)
  if (!order) return fail('unknown-order')
  return executeShipping(order.id, (stored, isMailWaiting) =>
    undoShipping(stored, { isMailWaiting }, changeContext(context)),
  )
}

/**
 * Undoes the shipping of orders and their mails. Fails with the first refusal after the rest.
 * Throws DatabaseUnavailable.
 */
export async function takeBackShippings(
  numbers: readonly string[],
  context: OwnerContext,
): Promise<Result<number, Refusal | 'nothing-chosen'>> {
  if (numbers.length === 0) return fail('nothing-chosen')
  const refused: Failure<Refusal>[] = []
  for (const number of numbers) {
    const answer = await takeBack(number, context)
    if (!answer.ok) refused.push({ ...answer, detail: `（${number}）` })
  }
  return refused[0] ?? ok(numbers.length)
}
