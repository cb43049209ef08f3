import assert from 'node:assert/strict'

import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { applyEvents, movementsOf } from '#lib/order/apply.ts'
import type { Order } from '#lib/order/order.ts'
import { movementsSince } from '#lib/order/since.fixture.ts'
import { after } from '#lib/payment/orders.fixture.ts'
import { SIZES } from '#lib/product/sizes.ts'
import { decideManualOrder, type ManualOrder } from './decide-manual-order.ts'

export const shirt = {
  id: 'a',
  title: '旅見',
  size: 'M',
  quantity: 2,
  price: 500,
  image: '',
} as const

export const recipient = {
  ...EMPTY_RECIPIENT,
  lastName: '王',
  firstName: '小明',
  phone: '0912345678',
  email: 'ming@example.com',
  zipcode: '100',
  city: '臺北市',
  area: '中正區',
  address: '某路 1 號',
}

export const stall: ManualOrder = {
  id: 'doc-1',
  place: 'market',
  paidBy: 'cash',
  items: [shirt],
  offers: [],
  recipient: EMPTY_RECIPIENT,
  shippingMethod: 'home',
  isPickedUp: true,
  timeCode: '2026112110',
}

export const call = { ...stall, place: 'telephone', paidBy: 'transfer', recipient } as const

export const stock = (units: number, oversellReason?: string) => ({
  taken: new Map(),
  offers: [{ id: 'a', sizes: SIZES, stock: units }],
  oversellReason,
})

export const owner = { ...after(0, 'owner'), who: 'lin' }

export function create(input: ManualOrder): Order {
  const answer = decideManualOrder(input, { count: 6, stock: stock(5) }, owner)
  assert.ok(answer.ok)
  return applyEvents(answer.data.draft, answer.data.events)
}

export function facts(before: Order | undefined, later: Order) {
  const booked = before ? movementsSince(before, later) : movementsOf(later)
  return booked.map(({ kind, provider, amount, fee }) => {
    return [kind, provider, amount, fee]
  })
}
