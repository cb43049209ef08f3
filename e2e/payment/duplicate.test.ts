import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import {
  attemptOf,
  makeAttempt,
  makeCapture,
  makeProviderOrder,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import { calls, provider } from './script.ts'
import { keep, newWorld, storedOrder } from './world.ts'

const { capturePayment } = await import('#lib/payment/capture-payment.ts')

const approvedOrder = (id: string) => makeProviderOrder({ id, status: 'approved', captures: [] })
const paidOn = (id: string) => makeProviderOrder({ id })

// PayPal says at the second attempt's capture that the order number was paid before.
const press = () => {
  keep(withAttempts(makeAttempt(), makeAttempt({ number: 2 })))
  provider.capture.fails('duplicate')
  return capturePayment(storedOrder(), 'PP2', 0)
}

beforeEach(newWorld)

test('a duplicate whose money is on another attempt is refused, and that attempt pays', async () => {
  provider.find.says(paidOn('PP1'), approvedOrder('PP2'))
  const after = await press()
  assert.equal(after.status, '已付款')
  assert.deepEqual([attemptOf(after).state, attemptOf(after, 2).state], ['captured', 'refused'])
  assert.equal(after.payment?.review, undefined)
})

test('a duplicate while another attempt is being reviewed by the provider is refused', async () => {
  const pending = makeProviderOrder({ captures: [makeCapture({ status: 'pending' })] })
  provider.find.says(pending, approvedOrder('PP2'))
  const after = await press()
  assert.deepEqual([attemptOf(after).state, attemptOf(after, 2).state], ['pending', 'refused'])
  assert.equal(after.payment?.review, undefined)
})

test('a duplicate whose money is on no attempt is reviewed', async () => {
  provider.find.says(approvedOrder('PP1'), approvedOrder('PP2'))
  const after = await press()
  assert.equal(after.payment?.review?.reason, 'duplicate-invoice')
  assert.deepEqual(calls.slice(1), ['find PP1', 'find PP2'])
})

for (const [missing, answers] of [
  ['first', [undefined, approvedOrder('PP2')]],
  ['second', [approvedOrder('PP1'), undefined]],
] as const) {
  test(`a duplicate is not reviewed while the provider does not know the ${missing} attempt`, async () => {
    provider.find.says(...answers)
    const after = await press()
    assert.equal(after.payment?.review, undefined)
    assert.equal(attemptOf(after, 2).state, 'capturing')
  })
}

test('a duplicate of the attempt’s own money is paid', async () => {
  provider.find.says(approvedOrder('PP1'), paidOn('PP2'))
  const after = await press()
  assert.deepEqual([after.status, after.payment?.review], ['已付款', undefined])
})
