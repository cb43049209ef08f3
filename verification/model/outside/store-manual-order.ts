import { afterMoves, type ReservedStockByProduct } from '#lib/inventory/stock.ts'
import { orderWrite } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import type { NewOrder } from '#lib/order/placement.ts'
import { ok, type Result } from '#lib/result.ts'
import { type Run } from '../call.ts'
import { perform } from '../live.ts'
import { withOrder, type World } from '../world.ts'
import { withMails } from './orders.ts'

const NOTHING = { stock: 0, preorder: 0 }

function withManualOrder(world: World, { draft, events }: NewOrder) {
  const { after: order, mails, stock } = orderWrite(draft, { events })
  const taken = { ...world.taken }
  for (const { id } of stock) taken[id] = afterMoves(taken[id] ?? NOTHING, stock, id)
  const outbox = withMails(world.outbox, mails)
  return { order, world: { ...withOrder(world, order), taken, outbox, count: world.count + 1 } }
}

/** Stores a manual order of the model, once per id. */
export function storeManualOrder<Code extends string>(
  { id }: { readonly id: string },
  decide: (context: {
    readonly count: number
    readonly taken: ReservedStockByProduct
  }) => Result<NewOrder, Code>,
): Promise<Result<Order, Code>> {
  const transact = (world: World): Run<Result<Order, Code>> => {
    const known = world.orders[id]
    if (known) return { seen: known, world, value: ok(known) }
    const { count, taken } = world
    const answer = decide({ count, taken: new Map(Object.entries(taken)) })
    const seen = { count, taken }
    if (!answer.ok) return { seen, world, value: answer }
    const stored = withManualOrder(world, answer.data)
    return { seen, world: stored.world, value: ok(stored.order) }
  }
  return perform({ name: `store the manual order ${id}`, transact })
}
