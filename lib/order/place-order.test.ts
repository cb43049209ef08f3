import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { FullAccount } from '../account/account.ts'
import { answerForRepeat, type Found, place } from './placement.ts'
import type { AccountOrders } from './account-orders.ts'
import { LIMITS } from '../account/standing.ts'
import {
  at,
  inReview,
  makeAttempt,
  makeOrder,
  minute,
  withAttempts,
} from '../payment/orders.fixture.ts'
import { makeProduct } from '../product/product.fixture.ts'
import type { Product } from '../product/product.ts'
import type { Order, OrderItem } from './order.ts'
import { orderDocument } from './place-order.ts'
import type { Taken } from './stock.ts'

const shirt = makeProduct({ id: 'a' })
const early: Product = { ...shirt, id: 'b', preorder: true, preorder_limit: 50, stock: 0 }
const account: FullAccount = {
  uid: 'ada',
  email: 'ada@example.com',
  name: '',
  method: 'password',
  methods: ['password'],
  emailVerified: true,
  isOwner: false,
  signedInAt: 0,
}
const by = { account, products: [shirt, early], now: minute(0) }

function item(quantity: number, given: Partial<OrderItem> = {}): OrderItem {
  const fields = {
    id: 'a',
    title: '晴天',
    color: '白色',
    size: 'M' as const,
    price: 500,
    image: '',
  }
  return { ...fields, quantity, ...given }
}

const { orderId: _orderId, ...draft } = makeOrder({ id: 'doc-2', items: [item(3)] })
const NEW: AccountOrders = { recent: [], unpaid: [], holds: [] }
const found = (given: Partial<Found> = {}): Found => ({
  order: undefined,
  count: 6,
  account: NEW,
  hasPaid: false,
  taken: new Map(),
  replaceable: [],
  overdue: [],
  ...given,
})
const withRecent = (recent: readonly string[]) => found({ account: { ...NEW, recent } })
const taken = (a: Taken) => new Map([['a', a]])

function placed(given: Partial<Found> = {}, order = draft, who = by) {
  const answer = place(order, who)(found(given))
  assert.ok(!('ok' in answer))
  return answer
}

test('a key is the same order for its member, and nobody else', () => {
  const id = orderDocument('ada', 'key-1')
  assert.match(id, /^[\w-]{24}$/)
  assert.equal(orderDocument('ada', 'key-1'), id)
  assert.notEqual(orderDocument('bob', 'key-1'), id)
  assert.notEqual(orderDocument('ada', 'key-2'), id)
})

test('an order takes the next number of its hour and counts among the recent ones', () => {
  const { order, count, account: after } = placed(withRecent([at(-61), at(-59)]))
  assert.equal(order.orderId, 'Order2026112110-0007')
  assert.equal(count, 7)
  assert.deepEqual(after.recent, [at(-59), at(0)])
})

test('the same key again is the order of the first time, whatever is left by now', () => {
  const first = makeOrder({ id: 'doc-2' })
  const again = placed({ order: first, taken: taken({ stock: 10, preorder: 0 }) })
  assert.equal(again.order, first)
  assert.deepEqual(again.replaced, [])
  assert.equal(again.count, 6)
})

test('the key of an order that was cancelled has ended; any other is answered with its order', () => {
  const ended = makeOrder({ status: '已取消' })
  assert.deepEqual(place(draft, by)(found({ order: ended })), { ok: false, code: 'ended' })
  assert.deepEqual(answerForRepeat(ended, minute(0)), { ok: false, code: 'ended' })
  const unpaid = makeOrder({ status: '待付款' })
  assert.deepEqual(answerForRepeat(unpaid, minute(60 * 24)), { ok: true, id: 'doc-1' })
})

test('what was paid answers its repeats for ten minutes; later the same contents are another order', () => {
  const paid = makeOrder({ status: '已付款', createdAt: at(0) })
  assert.deepEqual(answerForRepeat(paid, minute(10)), { ok: true, id: 'doc-1' })
  assert.deepEqual(answerForRepeat(paid, minute(11)), { ok: false, code: 'ended' })
  const later = place(draft, { ...by, now: minute(11) })(found({ order: paid }))
  assert.deepEqual(later, { ok: false, code: 'ended' })
})

test('a member places ten orders an hour, and no more', () => {
  const { ordersAnHour } = LIMITS.verified
  const recent = Array.from({ length: ordersAnHour }, (_, index) => at(-index))
  assert.deepEqual(place(draft, by)(withRecent(recent)), { ok: false, code: 'too-many' })
  assert.equal(placed(withRecent(recent.slice(1))).account.recent.length, ordersAnHour)
})

const unverified = { ...by, account: { ...account, emailVerified: false } }

test('an unverified account has two unpaid orders at once; a customer is not counted', () => {
  const two = { account: { ...NEW, unpaid: ['doc-3', 'doc-4'] } }
  assert.deepEqual(place(draft, unverified)(found(two)), { ok: false, code: 'unproven' })
  assert.deepEqual(placed({ ...two, hasPaid: true }, draft, unverified).account.unpaid, [])
  const one = { account: { ...NEW, unpaid: ['doc-3'] } }
  assert.deepEqual(placed(one, draft, unverified).account.unpaid, ['doc-3', 'doc-2'])
})

test('an order holds its pieces as long as its account may, and the sweep looks at it then', () => {
  const { order, account: after } = placed({}, draft, unverified)
  assert.deepEqual(order.hold, { until: at(30), products: ['a'] })
  assert.equal(order.check?.at, at(30))
  assert.deepEqual(after.holds, [{ id: 'doc-2', pieces: 3, until: at(30) }])
  const holds = [{ id: 'doc-1', pieces: 3, until: at(20) }]
  const beyond = placed({ account: { ...NEW, holds } }, draft, unverified)
  assert.deepEqual(beyond.order.hold, { lapsedAt: at(0) })
})

function capturingPayment() {
  return withAttempts(makeAttempt({ state: 'capturing' })).payment
}

const overdue = (given: Partial<Order> = {}) =>
  makeOrder({ hold: { until: at(-1), products: ['a'] }, items: [item(3)], ...given })
const full = taken({ stock: 10, preorder: 0 })

test('a hold whose time is over gives way to a buyer who needs the pieces', () => {
  const { lapsed } = placed({ taken: full, overdue: [overdue()] })
  assert.deepEqual(
    lapsed.map(({ order, change }) => [order.id, change.hold, change.event.what]),
    [['doc-1', { lapsedAt: at(0) }, 'hold.lapsed']],
  )
})

const holding: [string, Order][] = [
  ['that lasts', overdue({ hold: { until: at(1), products: ['a'] } })],
  ['of an order that is being captured', overdue({ payment: capturingPayment() })],
  ['of an order under review', overdue({ payment: inReview().payment })],
  ['of an order that was paid', overdue({ status: '已付款' })],
  ['that lapsed before', overdue({ hold: { lapsedAt: at(-1) } })],
  ['without a time, as before holds had one', overdue({ hold: undefined })],
]

for (const [name, order] of holding) {
  test(`a hold ${name} gives way to nobody`, () => {
    assert.equal('ok' in place(draft, by)(found({ taken: full, overdue: [order] })), true)
  })
}

test('an earlier confirmation without its pieces frees none for its successor', () => {
  const earlier = overdue({ hold: { lapsedAt: at(-1) } })
  assert.equal('ok' in place(draft, by)(found({ taken: full, replaceable: [earlier] })), true)
})

const stocks: [
  string,
  OrderItem[],
  ReadonlyMap<string, Taken>,
  ['too-few' | 'sold-out', number][],
][] = [
  ['enough are left', [item(3)], taken({ stock: 7, preorder: 0 }), []],
  ['too few are left', [item(3)], taken({ stock: 8, preorder: 0 }), [['too-few', 2]]],
  ['none is left', [item(3)], taken({ stock: 10, preorder: 0 }), [['sold-out', 0]]],
  [
    'too few are left for two sizes together',
    [item(5), item(5, { size: 'S' })],
    taken({ stock: 1, preorder: 0 }),
    [['too-few', 4]],
  ],
  [
    'a pre-order is below its limit',
    [item(2, { id: 'b', preorder: {} })],
    new Map([['b', { stock: 0, preorder: 48 }]]),
    [],
  ],
  [
    'a pre-order comes to its limit',
    [item(3, { id: 'b', preorder: {} })],
    new Map([['b', { stock: 0, preorder: 48 }]]),
    [['too-few', 2]],
  ],
]

for (const [name, items, counted, problems] of stocks) {
  test(`when ${name} an order ${problems.length === 0 ? 'is placed' : 'is refused by its line'}`, () => {
    const answer = place({ ...draft, items }, by)(found({ taken: counted }))
    const refused = 'refused' in answer ? answer.refused : []
    assert.deepEqual(
      refused.map(({ problem, left }) => [problem, left]),
      problems,
    )
    assert.equal('ok' in answer, problems.length > 0)
  })
}

test('an earlier unpaid confirmation is cancelled with its successor, and its pieces are free for it', () => {
  const earlier = makeOrder({ items: [item(3)] })
  const counted = taken({ stock: 10, preorder: 0 })
  const { replaced } = placed({ replaceable: [earlier], taken: counted })
  assert.deepEqual(
    replaced.map(({ order, change }) => [order.id, change.status, change.event.reason]),
    [['doc-1', '已取消', 'replaced']],
  )
})

const kept: [string, Order][] = [
  ["another member's", makeOrder({ uid: 'bob', items: [item(3)] })],
  ['a paid order', makeOrder({ status: '已付款' })],
  ['a cancelled order', makeOrder({ status: '已取消', items: [item(3)] })],
  ['an order under review', inReview()],
  ['an order that is being captured', withAttempts(makeAttempt({ state: 'capturing' }))],
]

for (const [name, order] of kept) {
  test(`${name} is not replaced, and gives nothing back`, () => {
    assert.deepEqual(placed({ replaceable: [order] }).replaced, [])
    const full = found({ replaceable: [order], taken: taken({ stock: 10, preorder: 0 }) })
    assert.equal('ok' in place(draft, by)(full), true)
  })
}

test('what an order did not ask for stays as the member saved it', () => {
  const { recipient } = makeOrder()
  const given = { ...recipient, city: '臺北市', note: '請放管理室' }
  assert.deepEqual(placed({}, { ...draft, recipient: given }).profile, { city: '臺北市' })
})
