import assert from 'node:assert/strict'
import { test } from 'node:test'

import { after, at, makeOrder } from './payment/orders.fixture.ts'
import { type EventData, type EventType, newEvent, type OrderEvent } from './events.ts'
import type { OrderItem } from './order-item.ts'
import type { Order } from './order.ts'
import { stockMoves } from './event-effects.ts'
import { givenBack, type StockMove, stockOf } from './stock.ts'

const line = { id: 'a', title: 'A', size: 'M', price: 100, image: '' } as const
const items: OrderItem[] = [
  { ...line, quantity: 2 },
  { ...line, size: 'L', quantity: 1, preorder: {} },
]
const moves = stockOf(items)
const back = givenBack(moves)

function event<Type extends EventType>(type: Type, data: EventData[Type]) {
  return newEvent(type, data, after(10, 'owner'))
}

const lapsed = { lapsedAt: at(5) }
const held = { until: at(30), products: ['a'] }
const cancelled = event('order.cancelled', { cause: 'by-member' })
const paid = event('order.paid', {})

const MOVES: [string, Partial<Order>, OrderEvent, readonly StockMove[]][] = [
  ['is cancelled gives its pieces back', {}, cancelled, back],
  ['is cancelled with its hold gives them back', { hold: held }, cancelled, back],
  ['is cancelled without its pieces moves nothing', { hold: lapsed }, cancelled, []],
  ['is paid moves nothing', {}, paid, []],
  ['is paid with its hold moves nothing', { hold: held }, paid, []],
  ['is paid without its pieces takes them again', { hold: lapsed }, paid, moves],
  ['is paid after its end takes them again', { status: '已取消' }, paid, moves],
  [
    'loses its hold gives them back',
    { hold: held },
    event('hold.lapsed', { cause: 'time-over' }),
    back,
  ],
  ['takes its pieces again', { hold: lapsed }, event('hold.retaken', {}), moves],
  [
    'leaves moves nothing',
    { status: '已付款' },
    event('parcel.shipped', { parcel: { carrier: 'x', trackingNumber: '1' } }),
    [],
  ],
  ['arrives moves nothing', { status: '已出貨' }, event('order.completed', {}), []],
  [
    'is refunded in full before it left gives them back',
    { status: '已付款' },
    event('goods.restocked', { pieces: [2, 1] }),
    back,
  ],
  [
    'was given back before gives them back once',
    { status: '已付款', restocked: [2, 1] },
    event('goods.restocked', { pieces: [2, 1] }),
    [],
  ],
]

for (const [name, overrides, moved, expected] of MOVES) {
  test(`an order that ${name} (rules 181, 443)`, () => {
    assert.deepEqual(stockMoves(makeOrder({ items, ...overrides }), [moved]), expected)
  })
}

const request = {
  number: 1,
  state: 'asked' as const,
  items: [{ index: 0, quantity: 1, size: 'XL' as const }],
  reason: '',
  contact: '',
  askedAt: at(5),
  changedAt: at(5),
}
const returning = makeOrder({ status: '已出貨', items, returns: [request] })
const parcel = { carrier: 'x', trackingNumber: '1' }
const makeExchanged = (restock: boolean) =>
  event('return.exchanged', { number: 1, restock, parcel })

test('an exchange puts the old size back and takes the new one (rule 83)', () => {
  assert.deepEqual(stockMoves(returning, [makeExchanged(true)]), [
    { id: 'a', stock: 0, preorder: 0, sizes: { M: -1, XL: 1 } },
  ])
  assert.deepEqual(stockMoves(returning, [makeExchanged(false)]), [
    { id: 'a', stock: 1, preorder: 0, sizes: { XL: 1 } },
  ])
})

test('never more comes back, or is sent, than was ordered (rule 284)', () => {
  const all = { ...returning, restocked: [2, 0], resent: [2, 0] }
  assert.deepEqual(stockMoves(all, [makeExchanged(true)]), [])
  assert.deepEqual(
    stockMoves(returning, [event('return.received', { number: 2, restock: true })]),
    [],
  )
})
