import 'server-only'

import type { ChangeContext } from '../order/events.ts'
import type { Order, OrderChange } from '../order/order.ts'
import { fail, type Result } from '../result.ts'
import { execute } from '../order/execute.ts'
import { ordersNumbered } from '../adapters/firestore/owner-orders.ts'
import { readOrderNumber } from '../order/order-number.ts'

/** The owner who changes an order: their name or e-mail, and when. The history keeps both. */
export type OwnerContext = { readonly by: string; readonly at: Date }

/** The same as a change of an order takes it, with the reason if there is one. */
export function changeContext({ by, at }: OwnerContext, reason?: string): ChangeContext {
  const input = reason?.trim() ?? ''
  return { by: 'owner', who: by, now: at, ...(input === '' ? {} : { reason: input }) }
}

/** The order with this number, in any case and with or without its prefix, or nothing. Throws DatabaseUnavailable. */
export async function findNumberedOrder(number: string): Promise<Order | undefined> {
  return (await ordersNumbered([readOrderNumber(number) ?? number]))[0]
}

/** Changes an order in one transaction by `decide` and returns it. Throws DatabaseUnavailable. */
export async function changeNumberedOrder<Code extends string>(
  number: string,
  decide: (order: Order) => Result<OrderChange | undefined, Code>,
): Promise<Result<Order, Code | 'unknown-order'>> {
  const order = await findNumberedOrder(number)
  return order ? execute(order.id, decide) : fail('unknown-order')
}
