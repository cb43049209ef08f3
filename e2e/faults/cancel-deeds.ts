import assert from 'node:assert/strict'

import { buying, type Deed, deed } from './deed.ts'
import { shirtOrder } from './purchase.ts'
import { toldStatus } from './shopper.ts'
import { paid, type Placed, promised, type Stage, started, visitor } from './stage.ts'

async function cancelled({ who, id }: Placed): Promise<void> {
  const told = await who.insist(() => who.cancel(id))
  assert.deepEqual(told, { ok: true, data: { status: '已取消' } })
}

async function expectUntouched({ desk, ledger }: Stage, id: string): Promise<void> {
  assert.equal((await ledger.order(id)).status, '已取消')
  const captures = (await desk.orders(id)).flatMap((order) => order.captures)
  assert.deepEqual(captures, [], 'money of a cancelled order was taken')
}

async function approvedLate(stage: Stage, id: string, reference: string): Promise<void> {
  await stage.desk.approve(reference)
  await stage.desk.flush(id)
  await stage.ledger.makeDue(id)
  await stage.own.sweep()
  await expectUntouched(stage, id)
}

const WAYS: readonly Deed[] = [
  buying(
    'cancel',
    'while open',
    async (_, order) => {
      await started(order)
      await cancelled(order)
    },
    'cancelled',
  ),
  buying(
    'cancel',
    'then approved at PayPal',
    async (stage, order) => {
      const reference = await started(order)
      await cancelled(order)
      await approvedLate(stage, order.id, reference)
      const told = await order.who.capture(order.id, reference)
      assert.equal(toldStatus(told), 'cancelled')
      await expectUntouched(stage, order.id)
    },
    'cancelled',
  ),
  buying('cancel', 'while being captured', async (stage, order) => {
    const reference = await started(order)
    await stage.desk.misbehave({ name: 'webhook-lost', times: 9 }, order.id)
    await stage.desk.misbehave({ name: 'lose-reply', op: 'capture', times: 2 }, order.id)
    await stage.desk.misbehave({ name: '503', op: 'get', times: 4 }, order.id)
    await paid(stage, order, reference)
    const told = await order.who.cancel(order.id)
    assert.equal(told?.ok, false)
    assert.equal((await stage.ledger.order(order.id)).status, '待付款')
  }),
  buying('cancel', 'once paid', async (stage, order) => {
    await paid(stage, order, await started(order))
    assert.equal((await order.who.cancel(order.id))?.code, 'not-unpaid')
  }),
]

const replaced = deed('cancel', 'replaced by another confirmation', async (stage) => {
  const someone = await visitor(stage)
  const earlier = shirtOrder(2)
  const first = promised(someone, await someone.who.insistOnPlacing(earlier))
  const reference = await started(first)
  const request = { ...shirtOrder(3), replaces: [earlier.key] }
  const second = promised(someone, await someone.who.insistOnPlacing(request))
  assert.notEqual(first.id, second.id)
  await approvedLate(stage, first.id, reference)
  await paid(stage, second, await started(second))
  return second
})

const replacedWhenPaid = deed('cancel', 'replaced when paid already', async (stage) => {
  const someone = await visitor(stage)
  const earlier = shirtOrder(2)
  const first = promised(someone, await someone.who.insistOnPlacing(earlier))
  await paid(stage, first, await started(first))
  const request = { ...shirtOrder(3), replaces: [earlier.key] }
  const second = promised(someone, await someone.who.insistOnPlacing(request))
  assert.equal((await stage.ledger.order(first.id)).status, '已付款')
  await cancelled(second)
  return first
})

/** Orders that end without money, and money that must not come after that. */
export const CANCEL_DEEDS: readonly Deed[] = [...WAYS, replaced, replacedWhenPaid]
