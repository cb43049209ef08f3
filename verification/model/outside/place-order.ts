import { afterUses } from '#lib/discount/discount.ts'
import { afterMoves } from '#lib/inventory/stock.ts'
import { orderWrite } from '#lib/order/order-store.ts'
import type { PlacementRefs } from '#lib/order/placement-store.ts'
import type { OrderContext, OrderRefusal, OrderPlacement } from '#lib/order/placement.ts'
import { type Run } from '../call.ts'
import { CODE, storedCode } from '../checkout.ts'
import { perform } from '../live.ts'
import { withOrder, type World } from '../world.ts'
import { withMails, writeOrder } from './orders.ts'

const NOTHING = { stock: 0, preorder: 0 }

function contextOf(world: World, key: PlacementRefs): OrderContext {
  return {
    order: world.orders[key.id],
    count: world.count,
    account: { recent: [], unpaid: [], reservations: [] },
    // A customer's holds have no share of their own.
    hasPaid: true,
    taken: new Map(key.products.map((id) => [id, world.taken[id] ?? NOTHING])),
    replaceable: key.replaces.flatMap((id) => world.orders[id] ?? []),
    overdue: key.overdue.flatMap((id) => world.orders[id] ?? []),
    ...(key.code === undefined ? {} : { code: storedCode(world.uses) }),
  }
}

function placedIn(
  world: World,
  { order, draft = order, count, replaced, lapsed }: OrderPlacement,
): World {
  let after = world
  for (const one of [...replaced, ...lapsed]) after = writeOrder(after, one.order, one.change)
  const { stock: moves, uses: useMoves, mails } = orderWrite(draft, { events: order.history })
  const taken = { ...after.taken }
  for (const { id } of moves) taken[id] = afterMoves(taken[id] ?? NOTHING, moves, id)
  const outbox = withMails(after.outbox, mails)
  const uses = afterUses(after.uses, CODE, useMoves)
  return { ...withOrder(after, order), taken, uses, count, outbox }
}

/** Places an order of the model. */
export function createOrder(
  key: PlacementRefs,
  place: (found: OrderContext) => OrderPlacement | OrderRefusal,
): Promise<OrderPlacement | OrderRefusal> {
  const transact = (world: World): Run<OrderPlacement | OrderRefusal> => {
    const seen = contextOf(world, key)
    const answer = place(seen)
    const after = 'ok' in answer || seen.order ? world : placedIn(world, answer)
    const read = { ...seen, taken: [...seen.taken] }
    return { seen: read, world: after, value: answer }
  }
  return perform({ name: `place ${key.id}`, transact })
}
