import { isAwaited } from './awaited.ts'
import { type ChangeContext, newEvent } from './events.ts'
import type { Order, OrderChange } from './order.ts'
import { defined } from '../defined.ts'

/** A product and the day (YYYY-MM-DD) about which it ships now. */
export type ShippingDate = { readonly product: string; readonly shipsAbout: string }

/** Whether an order still waits to be shipped: neither sent, nor ended, nor given back in full. */
export function isOpen({ status, payment }: Pick<Order, 'status' | 'payment'>): boolean {
  const isWaiting = status === '待付款' || status === '已付款'
  return isWaiting && payment?.state !== 'refunded'
}

/** The change that moves the promised day of a product's pre-orders on an open order; undefined where it is that day already. */
export function changeShipDate(
  order: Order,
  { product, shipsAbout }: ShippingDate,
  context: ChangeContext,
): OrderChange | undefined {
  const isMoved = (item: Order['items'][number]) =>
    item.id === product && isAwaited(item) && item.preorder?.shipsAbout !== shipsAbout
  if (!isOpen(order) || !order.items.some(isMoved)) return undefined
  const before = order.items.find(isMoved)?.preorder?.shipsAbout
  const old = defined({ before })
  return { events: [newEvent('ship-date.changed', { product, shipsAbout, ...old }, context)] }
}
