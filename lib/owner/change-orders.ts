import 'server-only'

import { readOrderNumber } from '#lib/order/order-number.ts'
import { readOrders } from '#lib/order/order-store.ts'
import { type Order, ORDER_DOCUMENT } from '#lib/order/order.ts'
import { fail, type Result } from '#lib/result.ts'
import { MOST_AT_ONCE } from './in-portions.ts'
import { ordersNumbered } from './owner-order-store.ts'
import type { ParcelFailure } from './parcel-failure.ts'

/** An entry of a list, by its order's number; `order` is missing if no order has it. */
export type OrderEntry = { readonly orderNumber: string; readonly order: Order | undefined }

/** An order of a list that was not changed, and why. */
export type RefusedOrder<Code extends string> = {
  readonly orderNumber: string
  readonly code: Code
  readonly detail?: string
}

/** Result of a list of orders: how many are done, and which are not. */
export type OrderListResult<Code extends string> = {
  readonly done: number
  readonly refused: readonly RefusedOrder<Code | 'unknown-order'>[]
}

/** The orders with these numbers, in any case and with or without their prefix. Throws DatabaseUnavailable. */
export async function findOrdersByNumber(
  numbers: readonly string[],
): Promise<ReadonlyMap<string, Order>> {
  const unique = [...new Set(numbers.map((text) => readOrderNumber(text) ?? text))]
  return new Map((await ordersNumbered(unique)).map((order) => [order.orderNumber, order]))
}

/** The order with this number, or nothing. Throws DatabaseUnavailable. */
export async function findOrderByNumber(number: string): Promise<Order | undefined> {
  return [...(await findOrdersByNumber([number])).values()][0]
}

/** The entries of a list of order ids, each once, in its order. One round trip. Throws DatabaseUnavailable. */
export async function entriesOf(orderIds: readonly string[]): Promise<readonly OrderEntry[]> {
  const ids = [...new Set(orderIds)]
  const known = await readOrders(ids.filter((id) => ORDER_DOCUMENT.test(id)))
  const orders = new Map(known.map((order) => [order.id, order]))
  return ids.map((id) => ({
    order: orders.get(id),
    orderNumber: orders.get(id)?.orderNumber ?? id,
  }))
}

/** Changes the orders of a list one after the other, and returns what became of each. */
export async function changeEach<One extends OrderEntry, Code extends string>(
  entries: readonly One[],
  change: (order: Order, entry: One) => Promise<Result<Order, Code | 'unknown-order'>>,
): Promise<OrderListResult<Code>> {
  const refused: RefusedOrder<Code | 'unknown-order'>[] = []
  for (const entry of entries) {
    const { order, orderNumber } = entry
    const answer: Result<Order, Code | 'unknown-order'> = order
      ? await change(order, entry)
      : fail('unknown-order')
    if (answer.ok) continue
    const { ok: _ok, reference: _reference, ...refusal } = answer
    refused.push({ orderNumber, ...refusal })
  }
  return { done: entries.length - refused.length, refused }
}

export type ParcelAnswer = Result<Order, ParcelFailure>

/** Changes as many orders of a list as a request has time for, and names the others. */
export async function changeFirst(
  entries: readonly OrderEntry[],
  change: (order: Order) => Promise<ParcelAnswer>,
): Promise<OrderListResult<ParcelFailure>> {
  const { done, refused } = await changeEach(entries.slice(0, MOST_AT_ONCE), change)
  const rest = entries.slice(MOST_AT_ONCE).map(({ orderNumber }) => {
    return { orderNumber, code: 'too-many-at-once' } as const
  })
  return { done, refused: [...refused, ...rest] }
}
