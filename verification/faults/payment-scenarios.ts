import assert from 'node:assert/strict'

import type { CallFault } from '../../e2e/support/firestore-proxy.ts'
import { CANCEL_SCENARIOS } from './cancel-scenarios.ts'
import {
  heal,
  payAttempt,
  type PlacedShopper,
  placeOne,
  requirePromise,
  type Harness,
  startAttempt,
  newShopper,
} from './harness.ts'
import { shirtOrder } from './purchase.ts'
import { REFUND_SCENARIOS } from './refund-scenarios.ts'
import { REFUSED_CAPTURE_SCENARIOS } from './refused-capture-scenarios.ts'
import { withOrder, type Scenario, scenario, placedAndPaid } from './scenario.ts'
import { referenceIn, toldStatus } from './shopper.ts'

const LOST = { name: 'webhook-lost', times: 9 }

const PLACING: [string, CallFault][] = [
  ['Firestore hangs', { before: 'hang' }],
  ['Firestore away', { before: 14 }],
  ["Firestore's reply lost", { after: 13 }],
  ['Firestore hangs after acting', { after: 'hang' }],
]

const placing: Scenario[] = [
  scenario('place', 'double click and two tabs', async (harness) => {
    const someone = await newShopper(harness)
    const request = shirtOrder(2)
    const [one, other] = await Promise.all([
      someone.shopper.placeWithRetry(request),
      someone.shopper.placeWithRetry(request),
    ])
    assert.deepEqual(one, other)
    return placedAndPaid(harness, requirePromise(someone, one))
  }),
  ...PLACING.map(([name, fault]) =>
    scenario('place', name, async (harness) => {
      const someone = await newShopper(harness)
      harness.own.writes.inject(someone.member.uid, fault)
      const result = await someone.shopper.placeWithRetry(shirtOrder(2))
      return placedAndPaid(harness, requirePromise(someone, result))
    }),
  ),
]

// Approves both methods in separate tabs and sends both at once.
async function payTwice(
  harness: Harness,
  order: PlacedShopper,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) await harness.paypal.approve(id).catch(() => undefined)
  await Promise.all(ids.map((id) => order.shopper.retry(() => order.shopper.capture(order.id, id))))
}

async function approvedAlone({ paypal }: Harness, order: PlacedShopper): Promise<string> {
  const reference = await startAttempt(order)
  await paypal.misbehave(LOST, order.id)
  await paypal.approve(reference)
  return reference
}

const starting: Scenario[] = [
  withOrder('create', 'double click', async (harness, order) => {
    const [one, other] = await Promise.all([startAttempt(order), startAttempt(order)])
    assert.equal(one, other)
    await payAttempt(harness, order, one)
  }),
  withOrder('create', 'two tabs', async (harness, order) => {
    await Promise.all(['paypal', 'card'].map((method) => order.shopper.start(order.id, method)))
    await payAttempt(harness, order, await startAttempt(order))
  }),
  withOrder('approve', 'two tabs', async (harness, order) => {
    await payTwice(harness, order, [await startAttempt(order), await startAttempt(order, 'card')])
  }),
  withOrder('approve', 'cancelled', async (_, order) => startAttempt(order), 'unpaid'),
  withOrder('approve', 'repeated', async (harness, order) => {
    const id = await approvedAlone(harness, order)
    await harness.paypal.approve(id).catch(() => undefined)
    await order.shopper.retry(() => order.shopper.capture(order.id, id))
  }),
  withOrder('approve', 'lost reply', approvedAlone),
  withOrder('approve', 'late: PayPal has closed the order', async (harness, order) => {
    await harness.paypal.expire(await startAttempt(order))
    const result = await order.shopper.retry(() => order.shopper.refresh(order.id))
    // One "not found" changes nothing; the same button starts another attempt.
    assert.equal(toldStatus(result), 'unpaid')
    await payAttempt(harness, order, await startAttempt(order))
  }),
  withOrder(
    'approve',
    'reversed before a capture',
    async (harness, order) => harness.paypal.expire(await approvedAlone(harness, order)),
    'expired',
  ),
  withOrder('approve', 'reordered: told to the shop first', async (harness, order) => {
    const id = await startAttempt(order)
    await order.shopper.capture(order.id, id)
    await payAttempt(harness, order, id)
  }),
  withOrder('approve', 'tampered', async (harness, order) => {
    const another = await placeOne(harness)
    const foreign = await approvedAlone(harness, another)
    await order.shopper.capture(order.id, foreign)
    assert.deepEqual(await harness.paypal.orders(order.id), [])
    await payAttempt(harness, order, await startAttempt(order))
  }),
]

const capturing: Scenario[] = [
  withOrder('capture', 'double click', async (harness, order) => {
    const id = await startAttempt(order)
    await payTwice(harness, order, [id, id])
  }),
  withOrder('capture', 'repeated', async (harness, order) => {
    const id = await startAttempt(order)
    await payAttempt(harness, order, id)
    assert.equal(toldStatus(await order.shopper.capture(order.id, id)), 'paid')
    assert.equal(referenceIn(await order.shopper.start(order.id, 'card')), undefined)
  }),
  withOrder('capture', '503 and no webhook: repeated at once', async (harness, order) => {
    const id = await startAttempt(order)
    await harness.paypal.misbehave(LOST, order.id)
    await harness.paypal.misbehave({ name: '503', op: 'capture' }, order.id)
    assert.equal(toldStatus(await payAttempt(harness, order, id)), 'paid')
  }),
  withOrder('capture', 'expired token', async (harness, order) => {
    const id = await startAttempt(order)
    await harness.paypal.expireTokens()
    await payAttempt(harness, order, id)
  }),
  withOrder(
    'read back',
    'a refusal that cannot be checked',
    async (harness, order) => {
      const id = await startAttempt(order)
      await harness.paypal.misbehave(LOST, order.id)
      await harness.paypal.misbehave({ name: 'decline', op: 'capture' }, order.id)
      await harness.paypal.misbehave({ name: '503', op: 'get' }, order.id)
      assert.equal(toldStatus(await payAttempt(harness, order, id)), 'confirming')
    },
    'declined',
  ),
  withOrder(
    'read back',
    'no answer after a refusal',
    async (harness, order) => {
      const id = await startAttempt(order)
      await harness.paypal.misbehave(LOST, order.id)
      await harness.paypal.misbehave({ name: 'decline', op: 'capture' }, order.id)
      assert.equal(toldStatus(await payAttempt(harness, order, id)), 'declined')
      await harness.paypal.misbehave({ name: '503', op: 'get' }, order.id)
      assert.equal(toldStatus(await order.shopper.refresh(order.id)), 'unanswered')
    },
    'declined',
  ),
  withOrder('read back', 'double click and two tabs', async (harness, order) => {
    const result = payAttempt(harness, order, await startAttempt(order))
    await Promise.all([result, ...[1, 2, 3].map(() => order.shopper.refresh(order.id))])
  }),
]

async function approvedAndDue(harness: Harness, order: PlacedShopper): Promise<void> {
  await approvedAlone(harness, order)
  await harness.ledger.makeDue(order.id)
}

const settling: Scenario[] = [
  withOrder('webhook', 'together with page and sweep', async (harness, order) => {
    const id = await startAttempt(order)
    await harness.paypal.approve(id)
    await harness.ledger.makeDue(order.id)
    const sent = order.shopper.retry(() => order.shopper.capture(order.id, id))
    await Promise.all([sent, harness.paypal.flush(order.id), harness.own.sweep()])
  }),
  withOrder('sweep', 'twice at once', async (harness, order) => {
    await approvedAndDue(harness, order)
    await Promise.all([harness.own.sweep(), harness.own.sweep()])
  }),
  withOrder('sweep', 'repeated', async (harness, order) => {
    await approvedAndDue(harness, order)
    for (let round = 0; round < 3; round += 1) await heal(harness, order.id)
  }),
]

/** Scenarios of one order, so that many can run at once. */
export const PAYMENT_SCENARIOS: readonly Scenario[] = [
  ...placing,
  ...starting,
  ...capturing,
  ...settling,
  ...REFUSED_CAPTURE_SCENARIOS,
  ...REFUND_SCENARIOS,
  ...CANCEL_SCENARIOS,
]
