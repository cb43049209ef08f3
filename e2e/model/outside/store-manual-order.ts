import { wishesOf } from '#lib/adapters/firestore/orders.ts'
import { mailsOf } from '#lib/mail/notifications.ts'
import { applyChange } from '#lib/order/apply.ts'
import type { Order } from '#lib/order/order.ts'
import { afterMoves, stockOf, type TakenPieces } from '#lib/order/stock.ts'
import { ok, type Result } from '#lib/result.ts'

import { type Run } from '../call.ts'
import { perform } from '../live.ts'
import { withOrder, type World } from '../world.ts'
import { withMails } from './orders.ts'

const NOTHING = { stock: 0, preorder: 0 }

function withManualOrder(world: World, order: Order): World {
  const { paidAt: _paidAt, ...draft } = order
  const wishes = wishesOf({ ...draft, status: '待付款' }, { events: order.history })
  const after = applyChange(order, { ...wishes, events: [] })
  const mails = mailsOf(undefined, after)
  const moves = stockOf(order.items)
  const taken = { ...world.taken }
  for (const { id } of moves) taken[id] = afterMoves(taken[id] ?? NOTHING, moves, id)
  const outbox = withMails(world.outbox, mails)
  const next = withOrder(world, after)
  return { ...next, taken, outbox, count: world.count + 1 }
}

/** Stores a manual order of the model, once per id. */
export function storeManualOrder<Code extends string>(
  { id }: { readonly id: string },
  decide: (context: { readonly count: number; readonly taken: TakenPieces }) => Result<Order, Code>,
): Promise<Result<Order, Code>> {
  const transact = (world: World): Run<Result<Order, Code>> => {
    const known = world.orders[id]
    if (known) return { seen: known, world, value: ok(known) }
    const { count, taken } = world
    const value = decide({ count, taken: new Map(Object.entries(taken)) })
    return {
      seen: { count, taken },
      world: value.ok ? withManualOrder(world, value.data) : world,
      value,
    }
  }
  return perform({ name: `store the manual order ${id}`, transact })
}
