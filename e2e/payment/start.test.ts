import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import { newEvent } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { refuseCreate } from '#lib/payment/create-attempt.ts'
import {
  at,
  attemptOf,
  capturing,
  makeAttempt,
  makeOrder,
  makeProviderOrder,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import { calls, problem, provider } from './script.ts'
import { changeMeanwhile, keep, newWorld, storedOrder, world } from './world.ts'

const { startPayment } = await import('#lib/payment/start-payment.ts')
const { readPaypalScript } = await import('#lib/payment/paypal-script.ts')

const ITEM = {
  id: 'otr-001',
  title: '旅見',
  color: '白',
  size: 'M',
  price: 3080,
  quantity: 1,
  image: '',
} as const
const lapsedOrder = (): Order =>
  makeOrder({ items: [ITEM], reservation: { reservationExpiredAt: at(0) } })
const keepHolder = (id: string, until: number) =>
  keep(makeOrder({ id, items: [ITEM], reservation: { until: at(until), products: ['otr-001'] } }))
const byMember = { now: new Date(at(2)), by: 'member' } as const
const start = (method: 'paypal' | 'line-pay' = 'paypal') => startPayment(storedOrder(), method)
const REFUSED = { number: 1, reason: 'PAYEE_ACCOUNT_RESTRICTED' }
const CREATE = 'create Order2026112110-0001:1 3080 create:doc-1:1'

beforeEach(newWorld)

test('an attempt is stored before the provider is asked, and its reference before the browser gets it', async () => {
  keep(makeOrder())
  provider.create.does(() => {
    assert.equal(attemptOf(storedOrder()).state, 'creating')
    return { id: 'PP1' }
  })
  assert.deepEqual(await start(), { ok: true, data: { reference: 'PP1', refusals: 0 } })
  assert.deepEqual(calls, [CREATE])
  const { state, reference } = attemptOf(storedOrder())
  assert.deepEqual([state, reference, storedOrder().payment?.references], ['open', 'PP1', ['PP1']])
})

test('the browser has PayPal’s script from PayPal', () => {
  assert.deepEqual(readPaypalScript(), { clientId: 'client' })
})

test('a provider with a page of its own tells the browser where it is', async () => {
  keep(makeOrder())
  provider.create.says({ id: 'T1', approveAt: 'https://pay.example/1' })
  const approveAt = 'https://pay.example/1'
  const answer = await start('line-pay')
  assert.deepEqual(answer, { ok: true, data: { reference: 'T1', refusals: 0, approveAt } })
  assert.equal(attemptOf(storedOrder()).approveAt, approveAt)
})

test('a second press creates with the same key, or gets the open attempt', async () => {
  keep(makeOrder())
  provider.create.fails('unknown').says({ id: 'PP1' })
  await assert.rejects(start(), { kind: 'unknown' })
  assert.equal(attemptOf(storedOrder()).state, 'creating')
  await start()
  assert.deepEqual(calls, [CREATE, CREATE])
  provider.find.says(makeProviderOrder({ status: 'open', captures: [] }))
  assert.deepEqual(await start(), { ok: true, data: { reference: 'PP1', refusals: 0 } })
  assert.deepEqual(calls.slice(2), ['find PP1'])
})

test('an order that the provider refuses to make ends its attempt, and the next press begins another', async () => {
  keep(makeOrder())
  provider.create.fails(problem('refused', 'PAYEE_ACCOUNT_RESTRICTED')).says({ id: 'PP2' })
  assert.deepEqual(await start(), { ok: false, code: 'refused' })
  const { state, reason } = attemptOf(storedOrder())
  assert.deepEqual([state, reason], ['closed', 'PAYEE_ACCOUNT_RESTRICTED'])
  await start()
  assert.equal(calls.at(-1), 'create Order2026112110-0001:2 3080 create:doc-1:2')
})

test('an order that ended while the provider made its order is not approved', async () => {
  keep(makeOrder())
  provider.create.does(() => {
    const cancelled = newEvent('order.cancelled', { cause: 'by-member' }, byMember)
    changeMeanwhile(() => ({ events: [cancelled] }))
    return { id: 'PP1' }
  })
  assert.deepEqual(await start(), { ok: false, code: 'cancelled' })
})

for (const [what, change] of [
  ['ended', () => changeMeanwhile((order) => refuseCreate(order, REFUSED, byMember))],
  ['lost', () => keep(makeOrder())],
] as const) {
  test(`an order whose attempt was ${what} while the provider made its order starts nothing`, async () => {
    keep(makeOrder())
    provider.create.does(() => {
      change()
      return { id: 'PP1' }
    })
    assert.deepEqual(await start(), { ok: false, code: 'refused' })
  })
}

test('an order that is not payable starts nothing, and is answered with its status', async () => {
  keep(capturing(withAttempts(makeAttempt())))
  assert.deepEqual(await start(), { ok: false, code: 'confirming' })
  keep(makeOrder({ status: '已取消' }))
  assert.deepEqual(await start(), { ok: false, code: 'cancelled' })
  assert.deepEqual(calls, [])
})

test('a payment that is found by the press is answered, and no other is started', async () => {
  keep(withAttempts(makeAttempt()))
  provider.find.says(makeProviderOrder())
  assert.deepEqual(await start('line-pay'), { ok: false, code: 'paid' })
  assert.deepEqual(calls, ['find PP1'])
})

test('a way to pay that is not offered is refused', async () => {
  keep(makeOrder())
  world.hasLinePay = false
  assert.deepEqual(await start('line-pay'), { ok: false, code: 'refused' })
  assert.deepEqual([calls, storedOrder().payment], [[], undefined])
})

test('payment is not started when the units are gone, and is when there are some', async () => {
  keep(lapsedOrder())
  world.products = [{ id: 'otr-001', stock: 1 }]
  world.taken = new Map([['otr-001', { stock: 1, preorder: 0 }]])
  assert.deepEqual(await start(), { ok: false, code: 'out-of-stock' })
  assert.deepEqual([calls, storedOrder().payment], [[], undefined])
  world.taken = new Map()
  provider.create.says({ id: 'PP1' })
  assert.equal((await start()).ok, true)
})

test('the reservations of others whose time is over give their units back to a buyer who needs them, an own one and one with time do not', async () => {
  keep(lapsedOrder())
  world.products = [{ id: 'otr-001', stock: 9 }]
  keepHolder('over', 1)
  keepHolder('in-time', 30)
  provider.create.says({ id: 'PP1' })
  await start()
  assert.deepEqual(storedOrder('over').reservation, { reservationExpiredAt: at(2) })
  assert.deepEqual(storedOrder('in-time').reservation, { until: at(30), products: ['otr-001'] })
})

test('an order begins at most six attempts an hour', async () => {
  const closed = [1, 2, 3, 4, 5, 6].map((number) => makeAttempt({ number, state: 'closed' }))
  keep(withAttempts(...closed))
  assert.deepEqual(await start(), { ok: false, code: 'too-many' })
})

test('an order that is gone is refused', async () => {
  const gone = makeOrder()
  assert.deepEqual(await startPayment(gone, 'paypal'), { ok: false, code: 'refused' })
})
