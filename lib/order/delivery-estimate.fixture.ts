import assert from 'node:assert/strict'

import { makeProduct } from '#lib/product/product.fixture.ts'
import { applyChange, applyEvents } from './apply.ts'
import { cancelRightsOf, publishFacts } from './cancel-right.ts'
import { newEvent } from './events.ts'
import type { Order, OrderChange } from './order.ts'
import { draft, item } from './placement.fixture.ts'
import { newOrder } from './placement.ts'

export const at = (time: string) => new Date(`${time}+08:00`)

export const owner = (time: string, reason?: string) =>
  ({ now: at(time), by: 'owner', ...(reason === undefined ? {} : { reason }) }) as const

const shirt = makeProduct({
  id: 'b',
  title: '旅見',
  preorder: true,
  estimated_ship_date: '2027-03-31',
  facts_known_by: '2027-01-15',
})

const begins = newOrder({
  ...draft,
  items: [item(1, { id: 'b', preorder: { shipsAbout: '2027-03-31' } })],
  cancelRights: [...cancelRightsOf([{ id: 'b' }], [shirt])],
  orderNumber: 'Order2026112210000001',
})

export const placed = applyEvents(begins.draft, begins.events)

export const paid: Order = applyChange(placed, {
  events: [newEvent('order.paid', {}, owner('2026-12-01T10:00:00'))],
})

export function applyGiven(order: Order, change: OrderChange | undefined): Order {
  assert.ok(change)
  return applyChange(order, change)
}

export const published = applyGiven(
  paid,
  publishFacts(paid, { product: 'b', on: '2027-01-10' }, owner('2027-01-10T12:00:00')),
)
