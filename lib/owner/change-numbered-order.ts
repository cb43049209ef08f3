import 'server-only'

import { changeOrder } from '../adapters/firestore/orders.ts'
import { log } from '../log.ts'
import type { Order, OrderChange } from '../order/order.ts'
import { ok, fail, type Result } from '../result.ts'
import { findNumberedOrder } from './find-numbered-order.ts'

function isWritten({ event }: OrderChange, { history }: Order): boolean {
  return history.some(({ at, what }) => at === event.at && what === event.what)
}

/**
 * Changes an order by what `decide` says of it as it is stored at that moment, in one transaction;
 * answers the order as it then stands. Throws DatabaseUnavailable.
 */
export async function changeNumberedOrder<Code extends string>(
  number: string,
  decide: (order: Order) => Result<OrderChange | undefined, Code>,
): Promise<Result<Order, Code | 'unknown-order'>> {
  const order = await findNumberedOrder(number)
  if (!order) return fail('unknown-order')
  const answers: Result<OrderChange | undefined, Code>[] = []
  const after = await changeOrder(order.id, (stored) => {
    // A transaction whose answer was lost runs again and finds its own work: that is no refusal.
    const last = answers.at(-1)
    if (last?.ok && last.data && isWritten(last.data, stored)) return undefined
    const answer = decide(stored)
    answers.push(answer)
    return answer.ok ? answer.data : undefined
  })
  const answer = answers.at(-1)
  if (answer && !answer.ok) return fail(answer.code)
  if (answer?.data) log('owner-change', { order: order.orderId, what: answer.data.event.what })
  return after ? ok(after) : fail('unknown-order')
}
