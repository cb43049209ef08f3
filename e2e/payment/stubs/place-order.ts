import type { PlacementRefs } from '#lib/adapters/firestore/order-documents.ts'
import type { OrderContext, OrderPlacement, OrderRefusal } from '#lib/order/placement.ts'

import { keep, world } from '../world.ts'

const some = (ids: readonly string[]) => ids.flatMap((id) => world.orders.get(id) ?? [])

/** Places an order of the world, of which it keeps what the transaction would read. */
export async function createOrder(
  { id, products, replaces, overdue }: PlacementRefs,
  place: (found: OrderContext) => OrderPlacement | OrderRefusal,
): Promise<OrderPlacement | OrderRefusal> {
  world.placed.push({ id, products, replaces, overdue })
  await world.placing()
  const answer = place({
    order: world.orders.get(id),
    count: 0,
    account: { recent: [], unpaid: [], holds: [] },
    hasPaid: false,
    taken: world.taken,
    replaceable: some(replaces),
    overdue: some(overdue),
  })
  if (!('ok' in answer)) keep(answer.order)
  return answer
}
