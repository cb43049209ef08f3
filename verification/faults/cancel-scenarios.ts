import assert from 'node:assert/strict'

import {
  payAttempt,
  type PlacedShopper,
  requirePromise,
  type Harness,
  startAttempt,
  newShopper,
} from './harness.ts'
import { shirtOrder } from './purchase.ts'
import { withOrder, type Scenario, scenario } from './scenario.ts'
import { toldStatus } from './shopper.ts'

async function cancelNow({ shopper, id }: PlacedShopper): Promise<void> {
  const result = await shopper.retry(() => shopper.cancel(id))
  assert.deepEqual(result, { ok: true, data: { status: '已取消' } })
}

async function expectUntouched({ paypal, ledger }: Harness, id: string): Promise<void> {
  assert.equal((await ledger.order(id)).status, '已取消')
  const captures = (await paypal.orders(id)).flatMap((order) => order.captures)
  assert.deepEqual(captures, [], 'money of a cancelled order was taken')
}

async function approvedLate(harness: Harness, id: string, reference: string): Promise<void> {
  await harness.paypal.approve(reference)
  await harness.paypal.flush(id)
  await harness.ledger.makeDue(id)
  await harness.own.sweep()
  await expectUntouched(harness, id)
}

const WAYS: readonly Scenario[] = [
  withOrder(
    'cancel',
    'while open',
    async (_, order) => {
      await startAttempt(order)
      await cancelNow(order)
    },
    'cancelled',
  ),
  withOrder(
    'cancel',
    'then approved at PayPal',
    async (harness, order) => {
      const reference = await startAttempt(order)
      await cancelNow(order)
      await approvedLate(harness, order.id, reference)
      const result = await order.shopper.capture(order.id, reference)
      assert.equal(toldStatus(result), 'cancelled')
      await expectUntouched(harness, order.id)
    },
    'cancelled',
  ),
  withOrder('cancel', 'while being captured', async (harness, order) => {
    const reference = await startAttempt(order)
    await harness.paypal.misbehave({ name: 'webhook-lost', times: 9 }, order.id)
    await harness.paypal.misbehave({ name: 'lose-reply', op: 'capture', times: 2 }, order.id)
    await harness.paypal.misbehave({ name: '503', op: 'get', times: 4 }, order.id)
    await payAttempt(harness, order, reference)
    const result = await order.shopper.cancel(order.id)
    assert.equal(result?.ok, false)
    assert.equal((await harness.ledger.order(order.id)).status, '待付款')
  }),
  withOrder('cancel', 'once paid', async (harness, order) => {
    await payAttempt(harness, order, await startAttempt(order))
    assert.equal((await order.shopper.cancel(order.id))?.code, 'not-unpaid')
  }),
]

const replaced = scenario('cancel', 'replaced by another confirmation', async (harness) => {
  const someone = await newShopper(harness)
  const earlier = shirtOrder(2)
  const first = requirePromise(someone, await someone.shopper.placeWithRetry(earlier))
  const reference = await startAttempt(first)
  const request = { ...shirtOrder(3), replaces: [earlier.key] }
  const second = requirePromise(someone, await someone.shopper.placeWithRetry(request))
  assert.notEqual(first.id, second.id)
  await approvedLate(harness, first.id, reference)
  await payAttempt(harness, second, await startAttempt(second))
  return second
})

const replacedWhenPaid = scenario('cancel', 'replaced when paid already', async (harness) => {
  const someone = await newShopper(harness)
  const earlier = shirtOrder(2)
  const first = requirePromise(someone, await someone.shopper.placeWithRetry(earlier))
  await payAttempt(harness, first, await startAttempt(first))
  const request = { ...shirtOrder(3), replaces: [earlier.key] }
  const second = requirePromise(someone, await someone.shopper.placeWithRetry(request))
  assert.equal((await harness.ledger.order(first.id)).status, '已付款')
  await cancelNow(second)
  return first
})

/** Cancelled orders: none of them may be paid afterwards. */
export const CANCEL_SCENARIOS: readonly Scenario[] = [...WAYS, replaced, replacedWhenPaid]
