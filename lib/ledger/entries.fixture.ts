import type { Order } from '#lib/order/order.ts'
import { item } from '#lib/order/placement.fixture.ts'
import { at, makeAttempt, makeOrder, makePayment } from '#lib/payment/orders.fixture.ts'

type Money = Parameters<typeof makePayment>[1]

export const shirts = item(2, { price: 1000 })

export const other = item(1, { id: 'b', title: '雨天', price: 1000 })

/** A paid order of two shirts and another one, with NT$80 for delivery. */
export function paid(money: Money = {}, overrides: Partial<Order> = {}): Order {
  const captured = makeAttempt({ state: 'captured', captureId: 'C1' })
  const payment = makePayment([captured], { captureId: 'C1', ...money })
  const items = [shirts, other]
  return makeOrder({ status: '已付款', paidAt: at(3), items, payment, ...overrides })
}
