import assert from 'node:assert/strict'
import { test } from 'node:test'

import { countsUse } from '#lib/discount/code-uses.ts'
import { linesToBuyAgain } from '#lib/order/buy-again.ts'
import { newEvent } from '#lib/order/events.ts'
import { afterFirstTimeMoves, firstTimeUnits } from '#lib/order/first-time-buyers.ts'
import type { Order } from '#lib/order/order.ts'
import { by, item } from '#lib/order/placement.fixture.ts'
import type { ReturnRequest } from '#lib/order/return/return-record.ts'
import {
  after,
  at,
  makeAttempt,
  makeOrder,
  makePayment,
  minute,
} from '#lib/payment/orders.fixture.ts'
import { sizeChoices } from './exchange-stock.ts'
import { reservedProducts, hasReservation } from './reserved-products.ts'
import { itemsOutsideStock } from './stock.ts'

const reservation = { until: at(60), products: ['a'] }
const parcel = { carrier: '黑貓', trackingNumber: '907012345678' }
const none = new Map([['a', { stock: 0, preorder: 0 }]])

const uses = (order: Partial<Order>) => countsUse(makeOrder(order))

test('an order uses its code until it is cancelled, and one without a code uses none', () => {
  const discount = { code: 'X', member: 'm' }
  assert.deepEqual(
    [
      uses({ discount }),
      uses({ discount, status: '已取消' }),
      uses({}),
      uses({ status: '已取消' }),
    ],
    [true, false, false, false],
  )
})

const reserving = (order: Partial<Order>) => hasReservation(makeOrder(order))

test('units can be released of an order that keeps some, and whose money is not under way', () => {
  const capturing = makePayment([makeAttempt({ state: 'capturing' })])
  assert.deepEqual(
    [reserving({ reservation }), reserving({}), reserving({ reservation, payment: capturing })],
    [true, false, false],
  )
})

test('a size says how many are left of it where its product counts them', () => {
  const order = { items: [item(1)] }
  const sizes = ['M' as const]
  const choices = (
    offer: { readonly stock: number; readonly preorder_limit?: number },
    one = order,
  ) => sizeChoices(one, { taken: none, offers: [{ id: 'a', sizes, ...offer }] })
  assert.deepEqual(choices({ stock: 10 }), [[{ size: 'M', left: 10 }]])
  const early = { items: [item(1, { preorder: {} })] }
  assert.deepEqual(choices({ stock: 0 }, early), [[{ size: 'M' }]])
  assert.deepEqual(choices({ stock: 0, preorder_limit: 5 }, early), [[{ size: 'M', left: 5 }]])
})

const found = (held: number, of: number) => [{ product: 'a', title: '晴天', held, of, orders: 1 }]

const heldOf = (
  items: Order['items'],
  offer: { readonly stock: number; readonly preorder_limit?: number },
) => {
  const orders = [
    makeOrder({ reservation, items }),
    makeOrder({ reservation, items: [item(9, { id: 'b' })] }),
  ]
  return reservedProducts(orders, [{ id: 'a', title: '晴天', ...offer }])
}

test('a product is reported when unpaid orders keep more than a third of it, in stock or to be made', () => {
  assert.deepEqual(heldOf([item(3)], { stock: 9 }), [])
  assert.deepEqual(heldOf([item(4)], { stock: 9 }), found(4, 9))
  assert.deepEqual(
    heldOf([item(4, { preorder: {} })], { stock: 9, preorder_limit: 9 }),
    found(4, 9),
  )
  // As large a part of both: the units that are there are named.
  const both = [item(2), item(4, { preorder: {} })]
  assert.deepEqual(heldOf(both, { stock: 4, preorder_limit: 8 }), found(2, 4))
  assert.deepEqual(heldOf([item(1, { id: 'b' })], { stock: 0 }), [])
})

const request: ReturnRequest = {
  number: 1,
  state: 'exchanged',
  items: [{ index: 0, quantity: 1, size: 'L' }],
  reason: '',
  contact: '',
  requestedAt: at(4),
  changedAt: at(4),
}

const sent = (isPrepared?: true) =>
  newEvent(
    'return.exchanged',
    { number: 1, restock: true, parcel, ...(isPrepared ? { isPrepared } : {}) },
    after(9, 'owner'),
  )

test('an order keeps what it counts: not what came back, and what was sent again once', () => {
  const prepared = newEvent('exchange.prepared', { number: 1, restock: true }, after(8, 'owner'))
  const kept = (history: Order['history'], more: Partial<Order> = {}) =>
    itemsOutsideStock(
      makeOrder({
        status: '已完成',
        items: [item(2)],
        returns: [request],
        restocked: [1],
        history,
        ...more,
      }),
    ).map(({ size, quantity }) => `${size} ${quantity}`)
  assert.deepEqual(kept([sent()]), ['M 1', 'L 1'])
  assert.deepEqual(kept([prepared, sent(true)]), ['M 1', 'L 1'])
  assert.deepEqual(kept([prepared, sent(true)], { status: '已取消' }), [])
  const lost = { ...request, items: [{ index: 7, quantity: 1, size: 'L' as const }] }
  assert.deepEqual(kept([sent()], { returns: [lost] }), ['M 1'])
})

const firstTimeBuyersOf = (...history: Order['history']) =>
  firstTimeUnits({ history }).map(({ minute: until, units }) => [until, units])

test('what first-time buyers’ orders hold is reported by their placement, and by the longer reservation after it', () => {
  const items = [item(2)]
  const firstTimeGroup = 'verified' as const
  const placed = newEvent(
    'order.placed',
    { items, reservation: { ...reservation, firstTimeGroup } },
    after(0),
  )
  const extended = newEvent(
    'reservation.extended',
    { ...reservation, until: at(90), firstTimeGroup },
    after(5),
  )
  const paid = newEvent('order.paid', {}, after(70, 'provider'))
  assert.deepEqual(firstTimeBuyersOf(placed), [[at(60), { verified: 2 }]])
  assert.deepEqual(firstTimeBuyersOf(extended), [])
  assert.deepEqual(firstTimeBuyersOf(placed, extended, paid), [
    [at(60), { verified: 2 }],
    [at(60), { verified: -2 }],
    [at(90), { verified: 2 }],
    [at(90), { verified: -2 }],
  ])
})

test('a product whose minutes nothing changes stays as it is, and what was released is kept apart', () => {
  const taken = { stock: 1, preorder: 0 }
  const moved = (id: string, units: { readonly verified?: number; readonly released?: number }) =>
    afterFirstTimeMoves(taken, [{ id, minute: at(60), units }], 'a')
  assert.deepEqual(moved('b', { verified: 1 }), taken)
  assert.deepEqual(moved('a', { verified: 1 }).firstTimeBuyers, {
    [at(60)]: { unverified: 0, verified: 1 },
  })
  assert.deepEqual(moved('a', { released: 1 }).firstTimeBuyers, {
    [at(60)]: { unverified: 0, verified: 0, released: 1 },
  })
})

test('what is sold no more is not bought again, nor in a colour that is gone', () => {
  const [shirt] = by.products
  assert.ok(shirt)
  const white = { name: '白色', value: '#ffffff' }
  const product = { ...shirt, id: 'a', stock: 9, colors: [white, { ...white, name: '黑色' }] }
  const again = (more: Parameters<typeof item>[1], products = [product]) =>
    linesToBuyAgain({ status: '已完成', items: [item(2, more)] }, products, minute(0)).length
  assert.deepEqual(
    [again({}), again({ color: '紅色' }), again({ color: undefined }), again({}, [])],
    [1, 0, 0, 0],
  )
})
