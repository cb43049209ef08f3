import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { OrderItem } from '#lib/order/order-item.ts'
import type { Order } from '#lib/order/order.ts'
import { at, makeAttempt, makeOrder, makePayment } from '#lib/payment/orders.fixture.ts'
import { reservedProducts } from './reserved-products.ts'

const offers = [{ id: 'a', title: '晴天', stock: 9, preorder_limit: 30 }]

const itemHeldProducts = (quantity: number, overrides: Partial<OrderItem> = {}): OrderItem => ({
  id: 'a',
  title: '晴天',
  size: 'M',
  quantity,
  price: 500,
  image: '',
  ...overrides,
})

const reserving = (items: OrderItem[], overrides: Partial<Order> = {}) =>
  makeOrder({ items, reservation: { until: at(60), products: ['a'] }, ...overrides })

const capturing = makePayment([makeAttempt({ state: 'capturing' })])

const held: [string, Order[], [number, number] | undefined][] = [
  ['nothing', [], undefined],
  ['a third', [reserving([itemHeldProducts(3)])], undefined],
  [
    'more than a third',
    [reserving([itemHeldProducts(3)]), reserving([itemHeldProducts(1)])],
    [4, 9],
  ],
  [
    'more than a third of a pre-order',
    [reserving([itemHeldProducts(11, { preorder: {} })])],
    [11, 30],
  ],
  ['more, but not of this product', [reserving([itemHeldProducts(9, { id: 'b' })])], undefined],
  [
    'more by orders that are being paid',
    [reserving([itemHeldProducts(9)], { payment: capturing })],
    undefined,
  ],
  [
    'more by orders that lapsed',
    [reserving([itemHeldProducts(9)], { reservation: { reservationExpiredAt: at(1) } })],
    undefined,
  ],
  ['more by paid orders', [reserving([itemHeldProducts(9)], { status: '已付款' })], undefined],
]

for (const [name, orders, expected] of held) {
  test(`the owner ${expected ? 'is notified' : 'is not notified'} of a product of which ${name} is held`, () => {
    const [found] = reservedProducts(orders, offers)
    assert.deepEqual(found && [found.held, found.of], expected)
  })
}

test('the owner is notified of a pure pre-order by its limit', () => {
  const orders = [reserving([itemHeldProducts(11, { preorder: {} })])]
  const heldOf = (stock: number, preorder_limit: number) => {
    const [found] = reservedProducts(orders, [{ id: 'a', title: '晴天', stock, preorder_limit }])
    return found && [found.held, found.of]
  }
  assert.deepEqual(heldOf(0, 30), [11, 30])
  assert.equal(heldOf(0, 33), undefined)
})

test('the owner is notified of a product without pre-orders by its stock', () => {
  const offer = { id: 'a', title: '晴天', stock: 9, preorder_limit: 0 }
  const [found] = reservedProducts([reserving([itemHeldProducts(4)])], [offer])
  assert.deepEqual(found && [found.held, found.of], [4, 9])
})
