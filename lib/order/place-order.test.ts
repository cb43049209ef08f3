import assert from 'node:assert/strict'
import { test } from 'node:test'

import { LIMITS } from '#lib/account/standing.ts'
import type { ReservedStock } from '#lib/inventory/stock.ts'
import {
  at,
  inReview,
  makeAttempt,
  makeOrder,
  minute,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import { ok } from '#lib/result.ts'
import { applyChange, orderSchema } from './apply.ts'
import { isStored, withIds } from './events.ts'
import { fold } from './fold.fixture.ts'
import type { OrderItem } from './order-item.ts'
import { orderDocument } from './order-store.ts'
import type { Order } from './order.ts'
import { decide } from './place-order.fixture.ts'
import {
  by,
  draft,
  item,
  makeContext,
  makeReserved,
  NEW_ACCOUNT,
  placeDraft,
} from './placement.fixture.ts'
import { answerForRepeat, place } from './placement.ts'

test('a transaction that runs again after its change was stored is no refusal', () => {
  const order = makeOrder({ status: '已付款' })
  const first = decide(order, undefined, isStored(order, 'key'))
  assert.ok(first.change)
  const events = withIds(first.change.events, 'key')
  const stored = orderSchema.parse(applyChange(order, { events }))
  assert.equal(stored.history[0]?.id, 'key-1')
  assert.deepEqual(decide(stored, undefined, isStored(stored, 'key')), {
    change: undefined,
    answer: ok(undefined),
  })
  assert.deepEqual(decide(stored, undefined, isStored(stored, 'ke')).answer, {
    ok: false,
    code: 'not-paid',
  })
})

test("a new order's events have ids of its document, the same in each run of its transaction, and keep them", () => {
  const { order } = placeDraft()
  assert.deepEqual(
    order.history.map(({ id }) => id),
    ['doc-2-1'],
  )
  assert.deepEqual(placeDraft().order.history, order.history)
  const stored = orderSchema.parse(JSON.parse(JSON.stringify(order)))
  assert.deepEqual(fold(stored)?.history, order.history)
})

const withRecent = (recent: readonly string[]) =>
  makeContext({ account: { ...NEW_ACCOUNT, recent } })

test('a key is the same order for its member, and nobody else', () => {
  const id = orderDocument('ada', 'key-1')
  assert.match(id, /^[\w-]{24}$/)
  assert.equal(orderDocument('ada', 'key-1'), id)
  assert.notEqual(orderDocument('bob', 'key-1'), id)
  assert.notEqual(orderDocument('ada', 'key-2'), id)
})

test('an order takes the next number of its hour and counts among the recent ones', () => {
  const { order, count, account: after } = placeDraft(withRecent([at(-61), at(-59)]))
  assert.equal(order.orderNumber, 'Order2026112110-0007')
  assert.equal(count, 7)
  assert.deepEqual(after.recent, [at(-59), at(0)])
})

test("a gift's recipient does not become the buyer's address", () => {
  const gift = place({ ...draft, gift: true }, by)(makeContext({}))
  assert.ok('order' in gift)
  assert.equal(gift.order.gift, true)
  assert.deepEqual(gift.profile, { email: draft.recipient.email })
})

test('the key of an order that was cancelled has ended; any other is answered with its order', () => {
  const ended = makeOrder({ status: '已取消' })
  assert.deepEqual(place(draft, by)(makeContext({ order: ended })), { ok: false, code: 'ended' })
  assert.deepEqual(answerForRepeat(ended, minute(0)), { ok: false, code: 'ended' })
  const unpaid = makeOrder({ status: '待付款' })
  const again = placeDraft({ order: unpaid })
  assert.deepEqual([again.order, again.count], [unpaid, makeContext().count])
  assert.deepEqual(answerForRepeat(unpaid, minute(60 * 24)), { ok: true, id: 'doc-1' })
})

test('a paid order answers its repeats for ten minutes; later the same contents are another order', () => {
  const paid = makeOrder({ status: '已付款', createdAt: at(0) })
  assert.deepEqual(answerForRepeat(paid, minute(10)), { ok: true, id: 'doc-1' })
  assert.deepEqual(answerForRepeat(paid, minute(11)), { ok: false, code: 'ended' })
  const later = place(draft, { ...by, now: minute(11) })(makeContext({ order: paid }))
  assert.deepEqual(later, { ok: false, code: 'ended' })
})

test('a member places ten orders an hour, and no more', () => {
  const { ordersAnHour } = LIMITS.verified
  const recent = Array.from({ length: ordersAnHour }, (_, index) => at(-index))
  assert.deepEqual(place(draft, by)(withRecent(recent)), { ok: false, code: 'too-many' })
  assert.equal(placeDraft(withRecent(recent.slice(1))).account.recent.length, ordersAnHour)
})

const stocks: [
  string,
  OrderItem[],
  ReadonlyMap<string, ReservedStock>,
  ['too-few' | 'sold-out', number][],
][] = [
  ['enough are left', [item(3)], makeReserved({ stock: 7, preorder: 0 }), []],
  ['too few are left', [item(3)], makeReserved({ stock: 8, preorder: 0 }), [['too-few', 2]]],
  ['none is left', [item(3)], makeReserved({ stock: 10, preorder: 0 }), [['sold-out', 0]]],
  [
    'too few are left for two sizes together',
    [item(5), item(5, { size: 'S' })],
    makeReserved({ stock: 1, preorder: 0 }),
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
    const answer = place({ ...draft, items }, by)(makeContext({ taken: counted }))
    const refused = 'refused' in answer ? answer.refused : []
    assert.deepEqual(
      refused.map(({ problem, left }) => [problem, left]),
      problems,
    )
    assert.equal('ok' in answer, problems.length > 0)
  })
}

test('an earlier unpaid confirmation is cancelled with its successor, and its units are free for it', () => {
  const earlier = makeOrder({ items: [item(3)] })
  const counted = makeReserved({ stock: 10, preorder: 0 })
  const { replaced } = placeDraft({ replaceable: [earlier], taken: counted })
  assert.deepEqual(
    replaced.map(({ order, change }) => [
      order.id,
      applyChange(order, change).status,
      change.events[0]?.data,
    ]),
    [['doc-1', '已取消', { cause: 'replaced' }]],
  )
})

test('reservations whose time is over give way beside an order that is replaced, which ends once', () => {
  const reservation = { until: at(-1), products: ['a'] }
  const earlier = makeOrder({ items: [item(3)], reservation })
  const overdue = [earlier, makeOrder({ id: 'other', uid: 'bob', items: [item(3)], reservation })]
  const { replaced, lapsed } = placeDraft({ replaceable: [earlier], overdue })
  assert.deepEqual(
    [replaced, lapsed].map((changed) => changed.map((one) => one.order.id)),
    [['doc-1'], ['other']],
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
    assert.deepEqual(placeDraft({ replaceable: [order] }).replaced, [])
    const full = makeContext({
      replaceable: [order],
      taken: makeReserved({ stock: 10, preorder: 0 }),
    })
    assert.equal('ok' in place(draft, by)(full), true)
  })
}

test('fields that an order did not ask for stay as the member saved them', () => {
  const { recipient } = makeOrder()
  const overrides = { ...recipient, city: '臺北市', note: '請放管理室' }
  assert.deepEqual(placeDraft({}, { ...draft, recipient: overrides }).profile, { city: '臺北市' })
})
