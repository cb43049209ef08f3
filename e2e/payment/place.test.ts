import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { makeStoredCode } from '#lib/discount/discount.fixture.ts'
import type { OrderRequest } from '#lib/order/order-request.ts'
import { by, item } from '#lib/order/placement.fixture.ts'
import {
  at,
  attemptOf,
  makeAttempt,
  makeCapture,
  makeOrder,
  makeProviderOrder,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import { calls, provider } from './script.ts'
import { keep, newWorld, storedOrder, world } from './world.ts'

const { DatabaseBusy } = await import('#lib/adapters/firestore/database.ts')
const { placeOrder } = await import('#lib/order/place-order.ts')
const { orderDocument } = await import('#lib/order/order-store.ts')

const KEY = '11111111-1111-4111-8111-111111111111'
const BEFORE = '22222222-2222-4222-8222-222222222222'
const [ID, OLD] = [orderDocument('ada', KEY), orderDocument('ada', BEFORE)]
const SHIPPING = 80
const LINE = { id: 'a', color: '白色', size: 'M', quantity: 2 } as const
const GONE: OrderRequest['lines'] = [{ ...LINE, id: 'gone' }]
const recipient = {
  ...EMPTY_RECIPIENT,
  firstName: '芳',
  lastName: '王',
  phone: '0912345678',
  email: 'ada@example.com',
  zipcode: '110',
  city: '臺北市',
  area: '信義區',
  address: '市府路 1 號',
}

const request = (overrides: Partial<OrderRequest> = {}): OrderRequest => ({
  key: KEY,
  replaces: [],
  lines: [LINE],
  displayedTotal: 1000 + SHIPPING,
  shippingMethod: 'home',
  placeConfirmed: false,
  invoice: { kind: 'email' },
  recipient,
  ...overrides,
})
const place = (overrides: Partial<OrderRequest> = {}) => placeOrder(request(overrides), by)
const lastKey = () => world.placed.at(-1)

beforeEach(newWorld)

test('an order is placed by the shop’s own price and named once', async () => {
  assert.deepEqual(await place(), { ok: true, id: ID })
  const { orderNumber, totalAmount } = storedOrder(ID)
  assert.deepEqual([totalAmount, orderNumber.startsWith('Order')], [1000 + SHIPPING, true])
  assert.deepEqual(lastKey(), { id: ID, products: ['a'], replaces: [], overdue: [] })
  assert.deepEqual(world.logged, ['order-placed'])
  assert.deepEqual(await place(), { ok: true, id: ID })
})

test('a total that is not the shown one is asked about, and nothing is placed', async () => {
  const refused = await place({ displayedTotal: 1 })
  assert.ok(!refused.ok && refused.code === 'total')
  assert.equal(refused.total, 1000 + SHIPPING)
  assert.deepEqual(world.placed, [])
})

test('a repeat finds its order, whatever the shop would say to it now', async () => {
  keep(makeOrder({ id: ID }))
  assert.deepEqual(await place({ displayedTotal: 1 }), { ok: true, id: ID })
})

for (const [name, wrong, code] of [
  ['without a name', { recipient: { ...recipient, firstName: '' } }, 'person-incomplete'],
  ['without an address', { recipient: { ...recipient, address: '' } }, 'address-incomplete'],
  ['to an unlisted place', { recipient: { ...recipient, area: '無此區' } }, 'place-unlisted'],
  ['of goods that are not sold', { lines: GONE }, 'lines'],
] as const) {
  test(`an order ${name} is refused as ${code}, and nothing is placed`, async () => {
    const answer = await place(wrong)
    assert.equal(!answer.ok && answer.code, code)
    assert.deepEqual(world.placed, [])
  })
}

test('a place that is not listed is taken when it was confirmed', async () => {
  const unlisted = { ...recipient, area: '無此區' }
  assert.equal((await place({ recipient: unlisted, placeConfirmed: true })).ok, true)
})

test('an order that a store keeps for its buyer needs no address', async () => {
  const none = { zipcode: '', city: '', area: '', address: '', store: '7-11 123456 市府門市' }
  const wish = { shippingMethod: 'store', recipient: { ...recipient, ...none } } as const
  assert.deepEqual(await place(wish), { ok: true, id: ID })
})

test('an order without a discount or an offer stores no reductions', async () => {
  await place({})
  assert.equal(storedOrder(ID).reductions, undefined)
})

const withCode = (displayedTotal: number) => place({ code: 'SUMMER', displayedTotal })

test('an order with a code has the price that the code gives it, by the member who ordered, or is not placed', async () => {
  const total = 1000 + SHIPPING
  const why = async (displayedTotal: number) => {
    const answer = await withCode(displayedTotal)
    return answer.ok || answer.code !== 'discount' ? answer : answer.problem
  }
  assert.deepEqual(await why(total), { why: 'unknown' })
  world.codes.set('SUMMER', makeStoredCode({ creators: ['nobody'] }))
  assert.partialDeepStrictEqual(await why(total), { why: 'not-for-these' })
  world.codes.set('SUMMER', makeStoredCode({ products: ['a'] }))
  const refused = await withCode(total)
  assert.ok(!refused.ok && refused.code === 'total')
  assert.equal(refused.total, total - 100)
  assert.equal(world.orders.size, 0)
  assert.deepEqual(await withCode(total - 100), { ok: true, id: ID })
  const { totalAmount, discount, reductions } = storedOrder(ID)
  assert.deepEqual([totalAmount, discount?.code, reductions?.length], [total - 100, 'SUMMER', 1])
})

test('an order is replaced only after its provider was asked, and nothing is captured', async () => {
  keep({ ...withAttempts(makeAttempt()), id: OLD })
  provider.find.says(
    makeProviderOrder({ customId: OLD, captures: [makeCapture({ customId: OLD })] }),
  )
  await place({ replaces: [BEFORE, BEFORE, KEY] })
  assert.deepEqual([calls, lastKey()?.replaces], [['find PP1'], [OLD]])
  assert.equal(attemptOf(storedOrder(OLD)).state, 'captured')
})

test('an order that cannot be settled, read or found, or is not unpaid, is not replaced', async () => {
  keep({ ...withAttempts(makeAttempt()), id: OLD })
  provider.find.fails('unknown')
  await place({ replaces: [BEFORE] })
  assert.deepEqual(lastKey()?.replaces, [])
  assert.ok(world.logged.includes('not-replaced'))
  for (const prepare of [
    () => keep(makeOrder({ id: OLD, status: '已付款' })),
    () => world.orders.delete(OLD),
    () => world.unreadable.set(OLD, at(0)),
  ]) {
    world.orders.delete(ID)
    prepare()
    await place({ replaces: [BEFORE] })
    assert.deepEqual(lastKey()?.replaces, [])
  }
})

test('reservations whose time is over give way to an order that lacks units, never its own', async () => {
  const reservation = { until: at(-1), products: ['a'] }
  world.taken = new Map([['a', { stock: 12, preorder: 0 }]])
  assert.equal((await place()).ok, false)
  assert.equal(world.placed.length, 1)
  const keepHolder = (id: string) => keep(makeOrder({ id, items: [item(3)], reservation }))
  keepHolder('other')
  keepHolder(OLD)
  provider.find.says(undefined)
  await place({ replaces: [BEFORE] })
  assert.deepEqual(lastKey()?.overdue, ['other'])
  // With units enough, and where something else forbids the order, no reservation has to give way.
  world.taken = new Map()
  for (const prepare of [() => {}, () => keep(makeOrder({ id: ID, status: '已取消' }))]) {
    prepare()
    world.placed.length = 0
    await place()
    assert.equal(world.placed.length, 1)
  }
})

test('an overdue use of the code gives way to an order that finds the code used up', async () => {
  const until = at(-1)
  const other = { code: 'SUMMER', member: 'hash-eve', until }
  world.codes.set(
    'SUMMER',
    makeStoredCode({ mostUses: 1 }, { uses: 1, members: { 'hash-eve': 1 } }),
  )
  const answer = await place({ code: 'SUMMER' })
  assert.ok(!answer.ok && answer.code === 'discount')
  assert.equal(world.placed.length, 1)
  keep(makeOrder({ id: 'other', uid: 'eve', discount: other }))
  await place({ code: 'SUMMER' })
  assert.deepEqual(lastKey()?.overdue, ['other'])
})

test('a rush answers how many are ahead; any other failure is thrown', async () => {
  world.placing = () => Promise.reject(new DatabaseBusy('test'))
  assert.deepEqual(await place(), { ok: false, code: 'busy', ahead: 0 })
  world.placing = () => Promise.reject(new Error('broken'))
  await assert.rejects(place(), { message: 'broken' })
})
