import { type ChangeContext, newEvent } from './events.ts'
import type { Order, OrderChange, OrderItem } from './order.ts'
import { isAwaited } from './promises.ts'
import { isToShip } from './view.ts'
import type { SizeCount } from './stock.ts'
import { SIZES } from '../product/sizes.ts'

const waitsFor = (order: Order, product: string) =>
  order.items.some((item) => item.id === product && isAwaited(item))

/** The change by which a product's goods are here for an order; nothing where it waits for none. */
export function releaseGoods(
  order: Order,
  product: string,
  context: ChangeContext,
): OrderChange | undefined {
  const isOpen = order.status === '待付款' || order.status === '已付款'
  if (!isOpen || !waitsFor(order, product)) return undefined
  return { events: [newEvent('goods.arrived', { product }, context)] }
}

/** Orders that wait for a product: those to be shipped by the order of payment, then the unpaid. */
export type WaitingOrders = { readonly paid: readonly Order[]; readonly unpaid: readonly Order[] }

/** The orders that wait for a product, of all that are open. */
export function waitingOrders(orders: readonly Order[], product: string): WaitingOrders {
  const waiting = orders.filter((order) => waitsFor(order, product))
  return {
    paid: waiting
      .filter(isToShip)
      .toSorted((one, other) => (one.paidAt ?? '').localeCompare(other.paidAt ?? '')),
    unpaid: waiting.filter(({ status }) => status === '待付款'),
  }
}

function countSizes(items: readonly OrderItem[]): SizeCount {
  const groups = Map.groupBy(items, ({ size }) => size)
  return Object.fromEntries(
    [...groups].map(([size, some]) => [size, some.reduce((sum, one) => sum + one.quantity, 0)]),
  )
}

const awaitedItems = (orders: readonly Order[], product: string) =>
  orders.flatMap(({ items }) => items.filter((item) => item.id === product && isAwaited(item)))

/** The pieces of a product that orders wait for, by size. */
export function piecesAwaited(orders: readonly Order[], product: string): SizeCount {
  return countSizes(awaitedItems(orders, product))
}

/** The same of back-orders alone, whose pieces are counted as taken from the stock already. */
export function piecesBackOrdered(orders: readonly Order[], product: string): SizeCount {
  return countSizes(
    awaitedItems(orders, product).filter(({ preorder }) => preorder?.fromStock === true),
  )
}

/** The pieces by size that arrived and are left after these are taken; below zero where too few came. */
export function piecesRemaining(came: SizeCount, needed: SizeCount): SizeCount {
  return Object.fromEntries(SIZES.map((size) => [size, (came[size] ?? 0) - (needed[size] ?? 0)]))
}

/** The sizes of which too few pieces came, in words such as M 少 2 件; empty where all are there. */
export function shortageText(left: SizeCount): string {
  return SIZES.flatMap((size) => {
    const count = left[size] ?? 0
    return count < 0 ? [`${size} 少 ${-count} 件`] : []
  }).join('、')
}

/** How many of the paid orders, by the order of payment, the pieces that came are enough for. */
export function ordersCovered(
  { paid }: Pick<WaitingOrders, 'paid'>,
  came: SizeCount,
  product: string,
): number {
  const isCovered = (count: number) =>
    shortageText(piecesRemaining(came, piecesAwaited(paid.slice(0, count), product))) === ''
  let covered = 0
  while (covered < paid.length && isCovered(covered + 1)) covered += 1
  return covered
}
