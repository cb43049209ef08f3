import { applyChange } from '#lib/order/apply.ts'
import { newEvent } from '#lib/order/events.ts'
import type { OrderItem } from '#lib/order/order-item.ts'
import type { Order } from '#lib/order/order.ts'
import { item, placeDraft } from '#lib/order/placement.fixture.ts'

export const at = (day: number) => new Date(Date.UTC(2027, 2, day, 4))

export const owner = (day: number) => ({ now: at(day), by: 'owner' }) as const

export const march = { preorder: { shipsAbout: '2027-03-31' } }

const base = placeDraft().order

export function makePaid(id: string, day: number, items: OrderItem[]): Order {
  const order = { ...base, id, orderNumber: id, items }
  const paid = applyChange(order, { events: [newEvent('order.paid', {}, owner(day))] })
  return { ...paid, status: '已付款' }
}

export const one = makePaid('one', 3, [item(2, { id: 'b', size: 'M', ...march })])

const two = makePaid('two', 1, [item(1, { id: 'b', size: 'S', ...march }), item(1)])

const three = makePaid('three', 2, [
  item(1, { id: 'b', size: 'M', preorder: { shipsAbout: '2027-03-31', fromStock: true } }),
])

export const unpaid: Order = {
  ...base,
  id: 'four',
  items: [item(1, { id: 'b', size: 'L', ...march })],
}

export const orders = [one, two, three, unpaid]
