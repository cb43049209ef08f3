import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import type { OrderedLine } from '#lib/order/order-request.ts'
import type { Order } from '#lib/order/order.ts'
import { by, item } from '#lib/order/placement.fixture.ts'
import { at, makeOrder, minute } from '#lib/payment/orders.fixture.ts'
import { keep, newWorld, setClock, storedOrder, world } from './world.ts'

const { checkCart } = await import('#lib/order/check-cart.ts')
const { requestCancellation } = await import('#lib/order/request-cancellation.ts')
const { requestReturn } = await import('#lib/order/return/request-return.ts')

const ID = 'doc-1-0123456789-0123456'
const ada = { uid: 'ada' }
const line = (id: string, quantity = 1): OrderedLine => ({ id, color: '白色', size: 'M', quantity })
const take = (stock: number) => {
  world.taken = new Map([['a', { stock, preorder: 0 }]])
}
// Each test looks at another hour, for what is left of a product is remembered for some seconds.
let hour = 0
const refusedAt = async (seconds: number, ...lines: readonly OrderedLine[]) => {
  const { products } = by
  const now = minute(hour * 60 + seconds / 60)
  const { refused } = await checkCart(lines, { products, offers: [], now })
  return refused.map(({ line: { id }, left }) => [id, left])
}

beforeEach(() => {
  newWorld()
  hour += 1
})

test('a cart is checked by what is left of its own goods, with other goods beside them', async () => {
  take(9)
  assert.deepEqual(await refusedAt(0, line('a', 2)), [['a', 1]])
  hour += 1
  assert.deepEqual(await refusedAt(0, line('a', 2), line('b')), [['a', 1]])
  hour += 1
  assert.deepEqual(await refusedAt(0, line('b')), [])
})

test('what is left of goods is read again after ten seconds', async () => {
  take(9)
  assert.deepEqual(await refusedAt(0, line('a')), [])
  take(10)
  assert.deepEqual(await refusedAt(10, line('a')), [])
  assert.deepEqual(await refusedAt(10.001, line('a')), [['a', 0]])
})

test('units of reservations whose time is over are free in a cart', async () => {
  take(10)
  keep(makeOrder({ items: [item(3)], reservation: { until: at(5), products: ['a'] } }))
  assert.deepEqual(await refusedAt(0, line('a', 3), line('b')), [])
  hour += 1
  assert.deepEqual(await refusedAt(0, line('a', 4)), [['a', 3]])
})

const sold = (overrides: Partial<Order>) =>
  keep(makeOrder({ items: [item(2)], ...overrides, id: ID }))
const wish = {
  id: ID,
  items: [{ index: 0, quantity: 1 }],
  reason: '尺寸不合',
  contact: '0912345678',
}
const gone = () => {
  const { orders } = world
  const get = orders.get.bind(orders)
  // Read once by the page, and not there any more for the transaction.
  orders.get = (id) => {
    orders.delete(id)
    return get(id)
  }
}

const cancelRights: Order['cancelRights'] = [
  { product: 'a', title: '晴天', factsBy: '2026-12-01', until: '2026-12-31' },
]

for (const [what, ask, allowed, asked, refused, code] of [
  [
    'a return',
    requestReturn,
    { status: '已完成' },
    'return.requested',
    { status: '已付款' },
    'not-delivered',
  ],
  [
    'a cancellation',
    (account: typeof ada) => requestCancellation(account, wish),
    { status: '已付款', cancelRights },
    'cancellation.requested',
    { status: '已出貨' },
    'has-left',
  ],
] as const) {
  test(`a member asks for ${what} of an order of their own, once, or hears why not`, async () => {
    setClock(10)
    sold(allowed)
    assert.deepEqual(await ask({ uid: 'bob' }, wish), { ok: false, code: 'not-found' })
    for (const _press of [1, 2]) {
      assert.deepEqual(await ask(ada, wish), { ok: true, data: { state: 'requested' } })
    }
    assert.deepEqual(
      storedOrder(ID).history.map(({ type }) => type),
      [asked],
    )
    sold(refused)
    assert.deepEqual(await ask(ada, wish), { ok: false, code })
    gone()
    assert.deepEqual(await ask(ada, wish), { ok: false, code: 'not-found' })
  })
}
