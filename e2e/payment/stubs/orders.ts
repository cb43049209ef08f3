import type { OrderDecision, OrdersRead } from '#lib/adapters/firestore/orders.ts'
import { applyChange } from '#lib/order/apply.ts'
import type { Order, OrderChange, SweepSchedule } from '#lib/order/order.ts'
import { isLapsed, isOverdue } from '#lib/order/hold.ts'
import type { TakenPieces } from '#lib/order/stock.ts'

import { keep, world } from '../world.ts'
import { DatabaseUnavailable } from './database.ts'

/** A stored order has another shape. */
export class OrderUnreadable extends Error {
  override readonly name = 'OrderUnreadable'
}

function answerOrFail(): void {
  if (world.unanswered === 0) return
  world.unanswered -= 1
  throw new DatabaseUnavailable('test')
}

/** Reads an order of the world. */
export async function readOrder(id: string): Promise<Order | undefined> {
  if (world.unreadable.has(id)) throw new OrderUnreadable(id)
  return world.orders.get(id)
}

/** Decides about an order of the world. */
export async function decideOrder<Answer>(
  id: string,
  { readsStock, decide }: OrderDecision<Answer>,
): Promise<{ readonly order: Order; readonly answer: Answer } | undefined> {
  answerOrFail()
  const order = world.orders.get(id)
  if (!order) return undefined
  const taken: TakenPieces = readsStock(order) ? world.taken : new Map()
  const { change, answer } = decide(order, taken, false)
  return { order: change ? keep(applyChange(order, change)) : order, answer }
}

/** Changes an order of the world. */
export async function changeOrder(
  id: string,
  change: (order: Order, taken: TakenPieces) => OrderChange | undefined,
  readsStock: (order: Order) => boolean = isLapsed,
): Promise<Order | undefined> {
  const decided = await decideOrder(id, {
    readsStock,
    decide: (order, taken) => ({ change: change(order, taken), answer: undefined }),
  })
  return decided?.order
}

/** Postpones the check of an order of the world. */
export async function postponeOrder(id: string, seen: string, next: SweepSchedule): Promise<void> {
  const order = world.orders.get(id)
  if (order?.check?.at === seen) keep({ ...order, check: next })
}

/** Postpones the check of an unreadable order of the world. */
export async function postponeUnreadable(id: string, at: Date): Promise<void> {
  world.unreadable.set(id, at.toISOString())
}

/** The orders of the world that are due. */
export async function ordersDue(now: Date, urgent: boolean): Promise<OrdersRead> {
  answerOrFail()
  const until = now.toISOString()
  const isDue = ({ check }: Order) =>
    check !== undefined && check.urgent === urgent && check.at <= until
  return {
    orders: [...world.orders.values()].filter(isDue),
    unreadable: urgent ? [] : [...world.unreadable].flatMap(([id, at]) => (at <= until ? id : [])),
  }
}

/** The order of the world on which a reference or a capture is stored. */
export async function findPaidOrder(
  by: { readonly reference: string } | { readonly captureId: string },
): Promise<Order | undefined> {
  return [...world.orders.values()].find(({ payment }) =>
    'captureId' in by
      ? payment?.captureId === by.captureId
      : payment?.references.includes(by.reference),
  )
}

/** The orders of the world that keep pieces although their time is over. */
export async function overdueHolds(_product: string, now: Date): Promise<OrdersRead> {
  return {
    orders: [...world.orders.values()].filter((order) => isOverdue(order, now)),
    unreadable: [],
  }
}

/** Whether an event was settled before. */
export async function isEventSettled(id: string): Promise<boolean> {
  return world.settledEvents.has(id)
}

/** Remembers that an event was settled. */
export async function rememberEvent(id: string): Promise<void> {
  world.settledEvents.add(id)
}

/** Nothing is shipped here. */
export async function decideShipping(): Promise<never> {
  throw new Error('Nothing is shipped by the use cases of payment.')
}

/** No list of the owner's is read here. */
export async function ordersInReview(): Promise<never> {
  throw new Error('No list is read by the use cases of payment.')
}

/** The same. */
export function ordersDisputed(): Promise<never> {
  return ordersInReview()
}
