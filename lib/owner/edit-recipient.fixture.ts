import { item } from '#lib/order/placement.fixture.ts'
import { at, makeOrder } from '#lib/payment/orders.fixture.ts'

export const arrived = makeOrder({
  status: '已完成',
  completedAt: at(0),
  items: [item(2), item(1, { size: 'S' })],
})
