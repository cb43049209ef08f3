import type { OrderDecision, OrdersRead } from '#lib/adapters/firestore/orders.ts'
import { DatabaseUnavailable } from '#lib/adapters/firestore/database.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import type { TakenPieces } from '#lib/order/stock.ts'

import { step, store, world } from '../world.ts'

const NOTHING: TakenPieces = new Map()

function unavailable(): never {
  throw new DatabaseUnavailable('DatabaseUnavailable')
}

/** Reads an order of the world. */
export async function readOrder(id: string): Promise<Order | undefined> {
  await step()
  return world().orders.get(id)
}

/** Decides about an order of the world; a transaction may run twice, and its answer may be lost. */
export async function decideOrder<Answer>(
  id: string,
  { decide }: OrderDecision<Answer>,
): Promise<{ readonly order: Order; readonly answer: Answer } | undefined> {
  await step()
  if (world().strikes(0.5)) unavailable()
  const before = world().orders.get(id)
  if (before && world().strikes()) {
    decide(before, NOTHING, false)
    await step()
  }
  const order = world().orders.get(id)
  if (!order) return undefined
  const { change, answer } = decide(order, NOTHING, false)
  const after = change ? store(order, change) : order
  if (change && world().strikes(0.5)) {
    // Committed, and run again because the answer was lost.
    const again = decide(after, NOTHING, true)
    const last = again.change ? store(after, again.change) : after
    return { order: last, answer: again.answer }
  }
  await step()
  if (world().strikes(0.3)) unavailable()
  return { order: after, answer }
}

/** Changes an order of the world. */
export async function changeOrder(
  id: string,
  change: (order: Order, taken: TakenPieces) => OrderChange | undefined,
): Promise<Order | undefined> {
  const decided = await decideOrder(id, {
    readsStock: () => true,
    decide: (order, taken) => ({ change: change(order, taken), answer: undefined }),
  })
  return decided?.order
}

async function due(
  now: Date,
  at: (order: Order) => string | null | undefined,
): Promise<OrdersRead> {
  await step()
  const orders = [...world().orders.values()].filter((order) => {
    const time = at(order)
    return typeof time === 'string' && time <= now.toISOString()
  })
  return { orders, unreadable: [] }
}

/** The orders of the world whose invoices are due. */
export function invoicesDue(now: Date): Promise<OrdersRead> {
  return due(now, ({ invoiceCheckAt }) => invoiceCheckAt)
}

/** The orders of the world whose parcels are due. */
export function parcelsDue(now: Date): Promise<OrdersRead> {
  return due(now, ({ parcelCheckAt }) => parcelCheckAt)
}

/** Postpones a parcel's check. */
export async function postponeParcel(id: string, seen: string, next: string | null): Promise<void> {
  await step()
  const order = world().orders.get(id)
  if (order?.parcelCheckAt === seen) world().orders.set(id, { ...order, parcelCheckAt: next })
}

/** The order of a parcel of the world. */
export async function findParcelOrder(reference: string): Promise<Order | undefined> {
  await step()
  return [...world().orders.values()].find(({ parcelRefs }) => parcelRefs?.includes(reference))
}

/** Nothing is shipped by hand here. */
export async function decideShipping(): Promise<never> {
  throw new Error('Nothing is shipped by hand in these runs.')
}
