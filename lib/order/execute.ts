import 'server-only'

import { decideShipping } from '../adapters/firestore/change-shipping.ts'
import { decideOrder } from '../adapters/firestore/orders.ts'
import { log } from '../log/log.ts'
import { fail, ok, type Result } from '../result.ts'
import { isLapsed } from './hold.ts'
import type { Order, OrderChange } from './order.ts'
import type { TakenPieces } from './stock.ts'

/** The change that a command makes of an order, nothing where it is so already, or why not. */
export type Decision<Seen, Code extends string> = (
  order: Order,
  seen: Seen,
) => Result<OrderChange | undefined, Code>

/** A decision for a transaction: one that runs again after its change was stored is not asked again. */
export const askOnce =
  <Seen, Code extends string>(decide: Decision<Seen, Code>) =>
  (order: Order, seen: Seen, isStored: boolean) => {
    const answer = isStored ? ok(undefined) : decide(order, seen)
    return { change: answer.ok ? answer.data : undefined, answer }
  }

type DecisionOutcome<Code extends string> = {
  readonly order: Order
  readonly answer: Result<OrderChange | undefined, Code>
}

function answerOf<Code extends string>(
  committed: DecisionOutcome<Code> | undefined,
): Result<Order, Code | 'unknown-order'> {
  if (!committed) return fail('unknown-order')
  const { order, answer } = committed
  if (!answer.ok) return answer
  const event = answer.data?.events[0]
  if (event?.by === 'owner') log('owner-change', { order: order.orderNumber, what: event.type })
  return ok(order)
}

/**
 * Reads an order, decides, applies and writes, in one transaction. `readsStock` also passes the
 * reserved pieces. Throws DatabaseUnavailable.
 */
export async function execute<Code extends string>(
  id: string,
  decide: Decision<TakenPieces, Code>,
  readsStock: (order: Order) => boolean = isLapsed,
): Promise<Result<Order, Code | 'unknown-order'>> {
  return answerOf(await decideOrder(id, { readsStock, decide: askOnce(decide) }))
}

/** The same for shipping and its mail; `decide` receives whether the mail is still pending. */
export async function executeShipping<Code extends string>(
  id: string,
  decide: Decision<boolean, Code>,
): Promise<Result<Order, Code | 'unknown-order'>> {
  return answerOf(await decideShipping(id, askOnce(decide)))
}
