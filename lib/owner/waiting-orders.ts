import type { SizeCount } from '#lib/inventory/stock.ts'
import { isAwaited } from '#lib/order/delivery-estimate.ts'
import type { OrderItem } from '#lib/order/order-item.ts'
import type { Order } from '#lib/order/order.ts'
import { type PreorderClaim, preorderClaim } from '#lib/order/preorder-claim.ts'
import { SIZES } from '#lib/product/sizes.ts'

export const waitsFor = (order: Order, product: string) =>
  order.items.some((item) => item.id === product && isAwaited(item))

/**
 * Orders that wait for a product, by their claim (preorder-claim.ts): those to be shipped by the order of payment, the
 * unpaid, and the pending ones, which must not be shipped now, by the order of payment.
 */
export type WaitingOrders = {
  readonly paid: readonly Order[]
  readonly unpaid: readonly Order[]
  readonly pending: readonly Order[]
}

/** The orders that wait for a product, of all that are open. */
export function waitingOrders(orders: readonly Order[], product: string): WaitingOrders {
  const waiting = orders
    .filter((order) => waitsFor(order, product))
    .toSorted((a, b) => (a.paidAt ?? '').localeCompare(b.paidAt ?? ''))
  const withClaim = (claim: PreorderClaim) =>
    waiting.filter((order) => preorderClaim(order) === claim)
  return { paid: withClaim('paid'), unpaid: withClaim('unpaid'), pending: withClaim('pending') }
}

function countSizes(items: readonly OrderItem[]): SizeCount {
  const groups = Map.groupBy(items, ({ size }) => size)
  return Object.fromEntries(
    [...groups].map(([size, some]) => [size, some.reduce((sum, one) => sum + one.quantity, 0)]),
  )
}

export const awaitedItems = (orders: readonly Order[], product: string) =>
  orders.flatMap(({ items }) => items.filter((item) => item.id === product && isAwaited(item)))

/** The units of a product that orders wait for, by size. */
export function unitsAwaited(orders: readonly Order[], product: string): SizeCount {
  return countSizes(awaitedItems(orders, product))
}

/** The same of back-orders alone, whose units are counted as taken from the stock already. */
export function unitsBackOrdered(orders: readonly Order[], product: string): SizeCount {
  return countSizes(
    awaitedItems(orders, product).filter(({ preorder }) => preorder?.fromStock === true),
  )
}

/** The units by size that arrived and are left after these are taken; below zero where too few came. */
export function unitsRemaining(came: SizeCount, needed: SizeCount): SizeCount {
  return Object.fromEntries(SIZES.map((size) => [size, (came[size] ?? 0) - (needed[size] ?? 0)]))
}

/** The sizes of which too few units came, as text such as M 少 2 件, or an empty value if all are there. */
export function shortageText(left: SizeCount): string {
  return SIZES.flatMap((size) => {
    const count = left[size] ?? 0
    return count < 0 ? [`${size} 少 ${-count} 件`] : []
  }).join('、')
}

/** How many of the paid orders, by the order of payment, the units that came are enough for. */
export function ordersCovered(
  { paid }: Pick<WaitingOrders, 'paid'>,
  came: SizeCount,
  product: string,
): number {
  const isCovered = (count: number) =>
    shortageText(unitsRemaining(came, unitsAwaited(paid.slice(0, count), product))) === ''
  let covered = 0
  while (covered < paid.length && isCovered(covered + 1)) covered += 1
  return covered
}
