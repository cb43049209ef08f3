import assert from 'node:assert/strict'

import { withOrder, type Scenario, scenario } from './scenario.ts'
import { shirtOrder } from './purchase.ts'
import { toldStatus } from './shopper.ts'
import { paid, type Placed, promised, type Harness, started, newShopper } from './harness.ts'

async function cancelled({ shopper, id }: Placed): Promise<void> {
  const told = await shopper.retry(() => shopper.cancel(id))
  assert.deepEqual(told, { ok: true, data: { status: '已取消' } })
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
      await started(order)
      await cancelled(order)
    },
    'cancelled',
  ),
  withOrder(
    'cancel',
    'then approved at PayPal',
    async (harness, order) => {
      const reference = await started(order)
      await cancelled(order)
      await approvedLate(harness, order.id, reference)
      const told = await order.shopper.capture(order.id, reference)
      assert.equal(toldStatus(told), 'cancelled')
      await expectUntouched(harness, order.id)
    },
    'cancelled',
  ),
  withOrder('cancel', 'while being captured', async (harness, order) => {
    const reference = await started(order)
    await harness.paypal.misbehave({ name: 'webhook-lost', times: 9 }, order.id)
    await harness.paypal.misbehave({ name: 'lose-reply', op: 'capture', times: 2 }, order.id)
    await harness.paypal.misbehave({ name: '503', op: 'get', times: 4 }, order.id)
    await paid(harness, order, reference)
    const told = await order.shopper.cancel(order.id)
    assert.equal(told?.ok, false)
    assert.equal((await harness.ledger.order(order.id)).status, '待付款')
  }),
  withOrder('cancel', 'once paid', async (harness, order) => {
    await paid(harness, order, await started(order))
    assert.equal((await order.shopper.cancel(order.id))?.code, 'not-unpaid')
  }),
]

const replaced = scenario('cancel', 'replaced by another confirmation', async (harness) => {
  const someone = await newShopper(harness)
  const earlier = shirtOrder(2)
  const first = promised(someone, await someone.shopper.placeWithRetry(earlier))
  const reference = await started(first)
  const request = { ...shirtOrder(3), replaces: [earlier.key] }
  const second = promised(someone, await someone.shopper.placeWithRetry(request))
  assert.notEqual(first.id, second.id)
  await approvedLate(harness, first.id, reference)
  await paid(harness, second, await started(second))
  return second
})

const replacedWhenPaid = scenario('cancel', 'replaced when paid already', async (harness) => {
  const someone = await newShopper(harness)
  const earlier = shirtOrder(2)
  const first = promised(someone, await someone.shopper.placeWithRetry(earlier))
  await paid(harness, first, await started(first))
  const request = { ...shirtOrder(3), replaces: [earlier.key] }
  const second = promised(someone, await someone.shopper.placeWithRetry(request))
  assert.equal((await harness.ledger.order(first.id)).status, '已付款')
  await cancelled(second)
  return first
})

/** Cancelled orders: none of them may be paid afterwards. */
export const CANCEL_SCENARIOS: readonly Scenario[] = [...WAYS, replaced, replacedWhenPaid]
