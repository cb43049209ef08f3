import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import {
  at,
  attemptOf,
  capturing,
  makeAttempt,
  makeCapture,
  makeOrder,
  makePayment,
  makeProviderOrder,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import { calls, provider } from './script.ts'
import { keep, newWorld, setClock, storedOrder, world } from './world.ts'

const { capturePayment, finishOpen, refreshPayment } =
  await import('#lib/payment/capture-payment.ts')
const { settlePayment } = await import('#lib/payment/settle-payment.ts')
const { captureApproved, finishPayment } = await import('#lib/payment/capture-payment.ts')

const paid = makeProviderOrder()
const orderThere = (status: 'approved' | 'open' | 'void') =>
  makeProviderOrder({ status, captures: [] })
const declinedOrder = (status: 'approved' | 'open' | 'completed' = 'completed') =>
  makeProviderOrder({
    status,
    captures: [makeCapture({ status: 'declined', reason: 'INSTRUMENT_DECLINED' })],
  })
const open = () => keep(withAttempts(makeAttempt()))
const state = () => attemptOf(storedOrder()).state

beforeEach(newWorld)

test('after a declined capture the provider’s own order says whether it was approved again', async () => {
  open()
  setClock(3)
  provider.find.says(declinedOrder('approved'), paid)
  provider.capture.says(undefined)
  // The refusal is new, so an approval is needed that answers it.
  await finishPayment(storedOrder(), 'PP1', 'member', { observedRefusals: 0 })
  assert.equal(state(), 'refused')
  const after = await finishPayment(storedOrder(), 'PP1', 'member', { observedRefusals: 1 })
  assert.equal(after.status, '已付款')
})

test('a declined capture whose order was approved again is captured by the page’s newer approval', async () => {
  const refused = { state: 'refused' as const, refusals: 1, captureAttempt: 2, captureId: 'C1' }
  keep(withAttempts(makeAttempt(refused)))
  provider.find.says(declinedOrder('approved'), paid)
  provider.capture.says(undefined)
  const after = await finishPayment(storedOrder(), 'PP1', 'member', { observedRefusals: 1 })
  assert.equal(after.status, '已付款')
  assert.ok(calls.includes('capture PP1 3080 capture:PP1:2'))
})

test('a declined capture whose order is not approved is not captured again', async () => {
  const refused = { state: 'refused' as const, refusals: 1, captureAttempt: 2, captureId: 'C1' }
  keep(withAttempts(makeAttempt(refused)))
  provider.find.says(declinedOrder('open'))
  const after = await finishPayment(storedOrder(), 'PP1', 'member', { observedRefusals: 1 })
  assert.equal(attemptOf(after).answersRefusals, 1)
  assert.deepEqual(calls, ['find PP1'])
})

test('an approval for which nothing is captured is kept for what follows, and none of a paid attempt is', async () => {
  open()
  provider.find.says(orderThere('open'))
  const approval = { at: at(2), event: 'WH-1' }
  await finishPayment(storedOrder(), 'PP1', 'provider', approval)
  assert.deepEqual(attemptOf(storedOrder()).approvalEvents, ['WH-1'])
  newWorld()
  open()
  provider.find.says(paid)
  const after = await finishPayment(storedOrder(), 'PP1', 'provider', approval)
  assert.deepEqual([after.status, attemptOf(after).approvalEvents], ['已付款', []])
})

test('settling records and never captures', async () => {
  open()
  provider.find.says(orderThere('approved'))
  assert.deepEqual(await settlePayment(storedOrder(), 'PP1', 'member'), storedOrder())
  assert.deepEqual(calls, ['find PP1'])
  assert.equal(await settlePayment(storedOrder(), 'none', 'member'), storedOrder())
  assert.equal(await finishPayment(storedOrder(), 'none', 'member'), storedOrder())
  assert.equal(calls.length, 1)
})

test('an attempt of another address of the provider is not asked about', async () => {
  const approveAt = 'https://sandbox.example/page'
  keep(withAttempts(makeAttempt({ provider: 'line-pay', method: 'line-pay', approveAt })))
  provider.isOwnPage = false
  await assert.rejects(settlePayment(storedOrder(), 'PP1', 'member'), { issue: 'OTHER_ADDRESS' })
  assert.deepEqual(calls, [])
  provider.isOwnPage = true
  provider.find.says(undefined)
  await settlePayment(storedOrder(), 'PP1', 'member')
  assert.deepEqual(calls, ['find PP1'])
})

test('only the attempt that is capturing is sent', async () => {
  const closed = makeAttempt({ state: 'closed', refusals: 1 })
  keep(makeOrder({ payment: makePayment([closed]) }))
  assert.equal(await captureApproved(storedOrder(), 'PP1', { by: 'member' }), storedOrder())
  assert.deepEqual(calls, [])
})

test('an order that is not payable any more is not asked about again', async () => {
  keep(withAttempts(makeAttempt(), makeAttempt({ number: 2 })))
  provider.find.says(paid)
  assert.equal((await finishOpen(storedOrder())).order.status, '已付款')
  assert.deepEqual(calls, ['find PP1'])
})

test('a payment that is being confirmed stays so while its provider does not answer', async () => {
  keep(capturing(withAttempts(makeAttempt())))
  provider.find.fails('unknown')
  const confirming = { status: 'confirming', again: false, refusals: 0 }
  assert.deepEqual(await refreshPayment(storedOrder()), confirming)
  assert.ok(world.logged.includes('provider-unanswered'))
})

test('an order that has no unsettled attempt is not asked about', async () => {
  const order = keep(makeOrder())
  assert.equal((await refreshPayment(order)).status, 'unpaid')
  assert.equal(await capturePayment(order, 'PP1', 0), order)
  assert.deepEqual(calls, [])
})
