import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'

import type { Order } from '#lib/order/order.ts'
import {
  at,
  attemptOf,
  capturedVerdict,
  capturing,
  makeAttempt,
  makeCapture,
  makeOrder,
  makeProviderOrder,
  settleAs,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import { calls, provider } from './script.ts'
import { keep, newWorld, storedOrder, world } from './world.ts'

const { settleOnReturn, settleViewedOrder, settleViewedOrders } =
  await import('#lib/payment/settle-on-view.ts')
const { cancelOrder } = await import('#lib/order/cancel-order.ts')

const ID = 'doc-1-0123456789-0123456'
const byMember = { now: new Date('2026-11-21T02:02:00.000Z'), by: 'member' } as const
const paid = makeProviderOrder({ customId: ID, captures: [makeCapture({ customId: ID })] })
const orderThere = (status: 'open' | 'approved') =>
  makeProviderOrder({ status, captures: [], customId: ID })
const open = (order: Order = withAttempts(makeAttempt())) => keep({ ...order, id: ID })
const comeBack = async () => (await settleOnReturn(ID, 'PP1'))?.status

beforeEach(newWorld)

test('a buyer who comes back has the payment finished, reads how it ended, and gets mails and invoice at once', async () => {
  open()
  provider.find.says(orderThere('approved'), paid)
  provider.capture.says(undefined)
  assert.equal(await comeBack(), 'paid')
  assert.equal(storedOrder(ID).status, '已付款')
  for (const work of world.later) await work()
  assert.ok(world.logged.includes('written-finished'))
})

test('a buyer who comes back without an approval can pay', async () => {
  open()
  provider.find.says(orderThere('open'))
  assert.equal(await comeBack(), 'open')
})

test('the address counts only with an order and a reference of its own', async () => {
  open()
  assert.equal(await settleOnReturn(ID, 'PP2'), undefined)
  assert.equal(await settleOnReturn('doc-2-0123456789-0123456', 'PP1'), undefined)
  assert.equal(await settleOnReturn('../orders', 'PP1'), undefined)
  assert.deepEqual(calls, [])
})

test('above the allowance nobody is asked, and nothing is said to have failed', async () => {
  open()
  world.hasAllowance = false
  assert.equal(await comeBack(), 'confirming')
  assert.deepEqual(calls, [])
})

test('a provider that does not answer leaves a payment being confirmed, and never one that failed', async () => {
  open()
  provider.find.fails('unknown')
  assert.equal(await comeBack(), 'confirming')
  assert.deepEqual(world.logged, ['payment-return'])
})

test('a slow provider is waited for eight seconds; the work goes on', async () => {
  open()
  const { promise, resolve } = Promise.withResolvers<void>()
  provider.find.does(async () => {
    await promise
    return paid
  })
  mock.timers.reset()
  mock.timers.enable({ apis: ['Date', 'setTimeout'], now: Date.parse('2026-11-21T02:02:00.000Z') })
  const answer = comeBack()
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  mock.timers.tick(8_000)
  assert.equal(await answer, 'confirming')
  resolve()
  for (const work of world.later) await work()
  assert.equal(storedOrder(ID).status, '已付款')
})

test('a page that is opened again reads what the provider just said, and nobody is asked', async () => {
  open()
  world.goodAnswers.add('PP1')
  assert.equal(await comeBack(), 'open')
  await settleViewedOrders([storedOrder(ID)])
  assert.deepEqual(calls, [])
})

test('whoever opens the page of a number while it is asked about waits for the same answer', async () => {
  open()
  const { promise, resolve } = Promise.withResolvers<typeof paid>()
  provider.find.does(() => promise)
  const all = Array.from({ length: 10 }, comeBack)
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  resolve(paid)
  assert.deepEqual(await Promise.all(all), Array(10).fill('paid'))
  assert.deepEqual(calls, ['find PP1'])
})

/** How often the provider is asked while the page is opened eight times. */
async function asked(): Promise<number> {
  calls.length = 0
  for (let times = 0; times < 8; times += 1) await comeBack()
  return calls.length
}

test('orders with an unproven address have a share of the questions to a provider that shuts out; others have no bound', async () => {
  const card = makeAttempt({ provider: 'ecpay', method: 'ecpay-card' })
  provider.find.says(...Array(20).fill(undefined))
  open({ ...withAttempts(card), emailUnverified: true })
  assert.equal(await asked(), 5)
  mock.timers.setTime(Date.parse('2026-11-21T02:02:02.000Z'))
  assert.equal(await asked(), 2)
  open(withAttempts(card))
  assert.equal(await asked(), 8)
  // PayPal is asked as often as the page is opened.
  open({ ...withAttempts(makeAttempt()), emailUnverified: true })
  assert.equal(await asked(), 8)
})

const states: [string, Order][] = [
  ['confirming', capturing(withAttempts(makeAttempt()))],
  ['cancelled', makeOrder({ ...withAttempts(makeAttempt({ state: 'closed' })), status: '已取消' })],
  [
    'out-of-stock',
    withAttempts(makeAttempt({ state: 'closed', reason: 'out-of-stock', refusedAt: at(1) })),
  ],
  ['open', withAttempts(makeAttempt({ state: 'closed' }))],
  ['other', settleAs(capturing(withAttempts(makeAttempt())), capturedVerdict('C1', 3080))],
]

for (const [status, order] of states) {
  test(`a returning buyer above the allowance reads that the order is ${status} as stored`, async () => {
    open(order)
    world.hasAllowance = false
    assert.equal(await comeBack(), status)
  })
}

test('a review is shown as one', async () => {
  open()
  provider.find.says(makeProviderOrder({ customId: ID, captures: [makeCapture({ amount: 1 })] }))
  assert.equal(await comeBack(), 'review')
})

test('the open payments that a page shows are settled after it with mails and invoices, the others are not asked about', async () => {
  open()
  const settled = keep({ ...makeOrder(), id: 'settled' })
  provider.find.says(paid)
  await settleViewedOrders([settled, storedOrder(ID)])
  assert.deepEqual([storedOrder(ID).status, calls], ['已付款', ['find PP1']])
  assert.deepEqual(world.logged, ['payment', 'written-finished'])
})

test('above the allowance, or when the provider does not answer, the page is not held up', async () => {
  open()
  world.hasAllowance = false
  await settleViewedOrders([storedOrder(ID)])
  assert.deepEqual(calls, [])
  world.hasAllowance = true
  provider.find.fails('unknown')
  await settleViewedOrders([storedOrder(ID)])
  assert.deepEqual(world.logged.slice(-2), ['provider-unanswered', 'written-finished'])
  provider.find.does(() => {
    world.unanswered = 1
    return paid
  })
  await settleViewedOrders([storedOrder(ID)])
  assert.deepEqual(world.logged.slice(-2), ['settle-shown-orders', 'written-finished'])
})

test('who opens the page of an order has its payment finished, or reads who is slow after three seconds', async () => {
  const settled = keep(makeOrder({ status: '已付款' }))
  assert.equal(await settleViewedOrder(settled), undefined)
  assert.equal(world.later.length, 0)
  open()
  provider.find.says(orderThere('open'))
  assert.equal(await settleViewedOrder(storedOrder(ID)), undefined)
  const { promise, resolve } = Promise.withResolvers<undefined>()
  provider.find.does(() => promise)
  mock.timers.reset()
  mock.timers.enable({ apis: ['Date', 'setTimeout'], now: Date.parse('2026-11-21T02:02:00.000Z') })
  const answer = settleViewedOrder(storedOrder(ID))
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  mock.timers.tick(3_000)
  assert.equal(await answer, 'PayPal')
  resolve(undefined)
  for (const work of world.later) await work()
})

test('an order is cancelled only after its provider was asked, and nothing is captured', async () => {
  open()
  provider.find.says(orderThere('approved'))
  const answer = await cancelOrder(storedOrder(ID), 'by-member', byMember)
  assert.deepEqual([answer.ok, storedOrder(ID).status, calls], [true, '已取消', ['find PP1']])
  assert.deepEqual(world.logged, ['order-cancelled'])
})

test('an order whose money is found by the cancelling is paid instead', async () => {
  open()
  provider.find.says(paid)
  assert.deepEqual(await cancelOrder(storedOrder(ID), 'by-member', byMember), {
    ok: false,
    code: 'not-unpaid',
  })
  assert.equal(storedOrder(ID).status, '已付款')
})

test('an order whose money may be on its way is not cancelled', async () => {
  open(capturing(withAttempts(makeAttempt())))
  provider.find.says(orderThere('approved'))
  assert.deepEqual(await cancelOrder(storedOrder(ID), 'by-member', byMember), {
    ok: false,
    code: 'money-under-way',
  })
  assert.equal(attemptOf(storedOrder(ID)).state, 'capturing')
})

test('a repeated cancel is answered as the first, and is noted once', async () => {
  open(makeOrder())
  const later = { ...byMember, now: new Date('2026-11-21T02:03:00.000Z') }
  const first = await cancelOrder(storedOrder(ID), 'by-member', byMember)
  const again = await cancelOrder(storedOrder(ID), 'by-member', later)
  assert.deepEqual(again, first)
  assert.deepEqual(world.logged, ['order-cancelled'])
})
