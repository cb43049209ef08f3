import assert from 'node:assert/strict'

import type { Strike } from '../support/firestore-between.ts'
import { buying, type Deed, deed, placedAndPaid } from './deed.ts'
import { CANCEL_DEEDS } from './cancel-deeds.ts'
import { shirtOrder } from './purchase.ts'
import { REFUND_DEEDS } from './refund-deeds.ts'
import { REFUSAL_DEEDS } from './refusal-deeds.ts'
import { referenceIn, toldStatus } from './shopper.ts'
import { heal, paid, type Placed, placed, promised, type Stage, started, visitor } from './stage.ts'

const LOST = { name: 'webhook-lost', times: 9 }

const PLACING: [string, Strike][] = [
  ['Firestore hangs', { before: 'hang' }],
  ['Firestore away', { before: 14 }],
  ["Firestore's reply lost", { after: 13 }],
  ['Firestore hangs after acting', { after: 'hang' }],
]

const placing: Deed[] = [
  deed('place', 'double click and two tabs', async (stage) => {
    const someone = await visitor(stage)
    const request = shirtOrder(2)
    const [one, other] = await Promise.all([
      someone.who.insistOnPlacing(request),
      someone.who.insistOnPlacing(request),
    ])
    assert.deepEqual(one, other)
    return placedAndPaid(stage, promised(someone, one))
  }),
  ...PLACING.map(([fault, strike]) =>
    deed('place', fault, async (stage) => {
      const someone = await visitor(stage)
      stage.own.writes.strike(someone.member.uid, strike)
      const told = await someone.who.insistOnPlacing(shirtOrder(2))
      return placedAndPaid(stage, promised(someone, told))
    }),
  ),
]

// Both buttons, each in its tab; both agreed to at PayPal, both told to the shop at once.
async function payTwice(stage: Stage, order: Placed, ids: readonly string[]): Promise<void> {
  for (const id of ids) await stage.desk.approve(id).catch(() => undefined)
  await Promise.all(ids.map((id) => order.who.insist(() => order.who.capture(order.id, id))))
}

async function approvedAlone({ desk }: Stage, order: Placed): Promise<string> {
  const reference = await started(order)
  await desk.misbehave(LOST, order.id)
  await desk.approve(reference)
  return reference
}

const starting: Deed[] = [
  buying('create', 'double click', async (stage, order) => {
    const [one, other] = await Promise.all([started(order), started(order)])
    assert.equal(one, other)
    await paid(stage, order, one)
  }),
  buying('create', 'two tabs', async (stage, order) => {
    await Promise.all(['paypal', 'card'].map((method) => order.who.start(order.id, method)))
    await paid(stage, order, await started(order))
  }),
  buying('approve', 'two tabs', async (stage, order) => {
    await payTwice(stage, order, [await started(order), await started(order, 'card')])
  }),
  buying('approve', 'cancelled', async (_, order) => started(order), 'unpaid'),
  buying('approve', 'repeated', async (stage, order) => {
    const id = await approvedAlone(stage, order)
    await stage.desk.approve(id).catch(() => undefined)
    await order.who.insist(() => order.who.capture(order.id, id))
  }),
  buying('approve', 'lost reply', approvedAlone),
  buying('approve', 'late: PayPal has closed the order', async (stage, order) => {
    await stage.desk.expire(await started(order))
    const told = await order.who.insist(() => order.who.refresh(order.id))
    assert.equal(toldStatus(told), 'expired')
    await paid(stage, order, await started(order))
  }),
  buying(
    'approve',
    'reversed before a capture',
    async (stage, order) => stage.desk.expire(await approvedAlone(stage, order)),
    'expired',
  ),
  buying('approve', 'reordered: told to the shop first', async (stage, order) => {
    const id = await started(order)
    await order.who.capture(order.id, id)
    await paid(stage, order, id)
  }),
  buying('approve', 'tampered', async (stage, order) => {
    const another = await placed(stage)
    const foreign = await approvedAlone(stage, another)
    await order.who.capture(order.id, foreign)
    assert.deepEqual(await stage.desk.orders(order.id), [])
    await paid(stage, order, await started(order))
  }),
]

const capturing: Deed[] = [
  buying('capture', 'double click', async (stage, order) => {
    const id = await started(order)
    await payTwice(stage, order, [id, id])
  }),
  buying('capture', 'repeated', async (stage, order) => {
    const id = await started(order)
    await paid(stage, order, id)
    assert.equal(toldStatus(await order.who.capture(order.id, id)), 'paid')
    assert.equal(referenceIn(await order.who.start(order.id, 'card')), undefined)
  }),
  buying('capture', '503 and no webhook: repeated at once', async (stage, order) => {
    const id = await started(order)
    await stage.desk.misbehave(LOST, order.id)
    await stage.desk.misbehave({ name: '503', op: 'capture' }, order.id)
    assert.equal(toldStatus(await paid(stage, order, id)), 'paid')
  }),
  buying('capture', 'expired token', async (stage, order) => {
    const id = await started(order)
    await stage.desk.expireTokens()
    await paid(stage, order, id)
  }),
  buying(
    'read back',
    'a refusal that cannot be checked',
    async (stage, order) => {
      const id = await started(order)
      await stage.desk.misbehave(LOST, order.id)
      await stage.desk.misbehave({ name: 'decline', op: 'capture' }, order.id)
      await stage.desk.misbehave({ name: '503', op: 'get' }, order.id)
      assert.equal(toldStatus(await paid(stage, order, id)), 'confirming')
    },
    'declined',
  ),
  buying(
    'read back',
    'no answer after a refusal',
    async (stage, order) => {
      const id = await started(order)
      await stage.desk.misbehave(LOST, order.id)
      await stage.desk.misbehave({ name: 'decline', op: 'capture' }, order.id)
      assert.equal(toldStatus(await paid(stage, order, id)), 'declined')
      await stage.desk.misbehave({ name: '503', op: 'get' }, order.id)
      assert.equal((await order.who.refresh(order.id))?.code, 'unavailable')
    },
    'declined',
  ),
  buying('read back', 'double click and two tabs', async (stage, order) => {
    const told = paid(stage, order, await started(order))
    await Promise.all([told, ...[1, 2, 3].map(() => order.who.refresh(order.id))])
  }),
]

async function approvedAndDue(stage: Stage, order: Placed): Promise<void> {
  await approvedAlone(stage, order)
  await stage.ledger.makeDue(order.id)
}

// Everything given back at once, as the webhook tells it.
function givenBack(how: 'refund' | 'reverse'): (stage: Stage, order: Placed) => Promise<void> {
  return async (stage, order) => {
    await placedAndPaid(stage, order)
    const [capture] = (await stage.desk.orders(order.id)).flatMap(({ captures }) => captures)
    assert.ok(capture)
    await stage.desk[how](capture.id)
  }
}

const settling: Deed[] = [
  buying('webhook', 'together with page and sweep', async (stage, order) => {
    const id = await started(order)
    await stage.desk.approve(id)
    await stage.ledger.makeDue(order.id)
    const sent = order.who.insist(() => order.who.capture(order.id, id))
    await Promise.all([sent, stage.desk.flush(order.id), stage.own.sweep()])
  }),
  buying('webhook', 'refunded', givenBack('refund'), 'refunded'),
  buying('webhook', 'reversed', givenBack('reverse'), 'refunded'),
  buying('sweep', 'twice at once', async (stage, order) => {
    await approvedAndDue(stage, order)
    await Promise.all([stage.own.sweep(), stage.own.sweep()])
  }),
  buying('sweep', 'repeated', async (stage, order) => {
    await approvedAndDue(stage, order)
    for (let round = 0; round < 3; round += 1) await heal(stage, order.id)
  }),
]

/** What strikes one order alone, so that many can be tried at once. */
export const DEEDS: readonly Deed[] = [
  ...placing,
  ...starting,
  ...capturing,
  ...settling,
  ...REFUSAL_DEEDS,
  ...REFUND_DEEDS,
  ...CANCEL_DEEDS,
]
