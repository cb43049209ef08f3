import 'server-only'

import { changeShipping } from '../adapters/firestore/change-shipping.ts'
import { changeOrder } from '../adapters/firestore/orders.ts'
import { log } from '../log.ts'
import type { ChangeContext } from '../order/events.ts'
import type { Order, OrderChange } from '../order/order.ts'
import type { TakenPieces } from '../order/stock.ts'
import { fail, ok, type Result } from '../result.ts'
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

function isWritten({ events }: OrderChange, { history }: Order): boolean {
  return history.some(({ at, type }) => at === events[0]?.at && type === events[0].type)
}

/** Changes an order in one transaction by `decide` and returns it. Throws DatabaseUnavailable. */
export async function changeNumberedOrder<Code extends string>(
  number: string,
  decide: (order: Order) => Result<OrderChange | undefined, Code>,
): Promise<Result<Order, Code | 'unknown-order'>> {
  const order = await findNumberedOrder(number)
  return order ? changeFoundOrder(order, decide) : fail('unknown-order')
}

/** Same for an order already read. `readsStock` also passes the reserved pieces. */
export function changeFoundOrder<Code extends string>(
  order: FoundOrder,
  decide: Decision<TakenPieces, Code>,
  readsStock?: (order: Order) => boolean,
): Promise<Result<Order, Code | 'unknown-order'>> {
  return writeOnce(order, decide, (change) => changeOrder(order.id, change, readsStock))
}

/** Same for shipping and its mail; `decide` receives whether the mail is still pending. */
export function changeFoundShipping<Code extends string>(
  order: FoundOrder,
  decide: Decision<boolean, Code>,
): Promise<Result<Order, Code | 'unknown-order'>> {
  return writeOnce(order, decide, (change) => changeShipping(order.id, change))
}

type FoundOrder = Pick<Order, 'id' | 'orderId'>
type Decision<Seen, Code extends string> = (
  order: Order,
  seen: Seen,
) => Result<OrderChange | undefined, Code>

async function writeOnce<Seen, Code extends string>(
  order: FoundOrder,
  decide: Decision<Seen, Code>,
  write: (
    change: (order: Order, seen: Seen) => OrderChange | undefined,
  ) => Promise<Order | undefined>,
): Promise<Result<Order, Code | 'unknown-order'>> {
  const answers: Result<OrderChange | undefined, Code>[] = []
  const after = await write((stored, seen) => {
    // A transaction whose answer was lost runs again and finds its own change, which is no refusal.
    const last = answers.at(-1)
    if (last?.ok && last.data && isWritten(last.data, stored)) return undefined
    const answer = decide(stored, seen)
    answers.push(answer)
    return answer.ok ? answer.data : undefined
  })
  const answer = answers.at(-1)
  if (answer && !answer.ok) return answer
  const what = answer?.data?.events[0]?.type
  if (what) log('owner-change', { order: order.orderId, what })
  return after ? ok(after) : fail('unknown-order')
}
