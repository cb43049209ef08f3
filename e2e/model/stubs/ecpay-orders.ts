import type { OrdersRead } from '#lib/adapters/firestore/orders.ts'
import type { Order } from '#lib/order/order.ts'

import { type Run } from '../call.ts'
import { perform } from '../live.ts'
import { withOrder, type World } from '../world.ts'
import { reading } from './orders.ts'

function due(name: string, now: Date, timeOf: (order: Order) => string | null | undefined) {
  const at = now.toISOString()
  return reading<OrdersRead>(name, ({ orders }) => ({
    orders: Object.values(orders).filter((order) => (timeOf(order) ?? '9') <= at),
    unreadable: [],
  }))
}

/** The orders of the model whose parcels are due. */
export function parcelsDue(now: Date): Promise<OrdersRead> {
  return due('due parcels', now, ({ parcelCheckAt }) => parcelCheckAt)
}

/** The orders of the model whose invoices are due. */
export function invoicesDue(now: Date): Promise<OrdersRead> {
  return due('due invoices', now, ({ invoiceCheckAt }) => invoiceCheckAt)
}

/** Postpones a parcel's check of a model order. */
export function postponeParcel(id: string, seen: string, next: string | null): Promise<void> {
  const transact = (world: World): Run<void> => {
    const order = world.orders[id]
    const isMoved = order?.parcelCheckAt !== seen
    const after = order && !isMoved ? withOrder(world, { ...order, parcelCheckAt: next }) : world
    return { seen: undefined, world: after, value: undefined }
  }
  return perform({ name: `postpone the parcel of ${id}`, transact })
}

/** The order of a parcel of the model. */
export function findParcelOrder(reference: string): Promise<Order | undefined> {
  return reading(`find the order of ${reference}`, ({ orders }) =>
    Object.values(orders).find(({ parcelRefs }) => parcelRefs?.includes(reference)),
  )
}

/** The model never reads the alarms of parcels. */
export async function ordersWithParcelAlarm(): Promise<OrdersRead> {
  return { orders: [], unreadable: [] }
}
