import assert from 'node:assert/strict'

import { buying, type Deed, placedAndPaid } from './deed.ts'
import { toldStatus } from './shopper.ts'
import { type Placed, type Stage, started } from './stage.ts'

const LOST = { name: 'webhook-lost', times: 9 }
const PARCEL = ['--carrier', '黑貓宅急便', '--tracking', '901234567890']

async function captureOf({ desk }: Stage, { id }: Placed): Promise<string> {
  const [capture] = (await desk.orders(id)).flatMap(({ captures }) => captures)
  assert.ok(capture, 'nothing was captured')
  return capture.id
}

async function ship({ own, ledger }: Stage, { id }: Placed) {
  const { orderId } = await ledger.order(id)
  return own.orders('ship', orderId, ...PARCEL)
}

async function expectShipped(stage: Stage, order: Placed): Promise<void> {
  const told = await ship(stage, order)
  assert.equal(told.code, 0, told.text)
  assert.equal((await stage.ledger.order(order.id)).status, '已出貨')
}

// Money of which no event tells: captured and given back at PayPal before the shop has heard of either.
async function givenBackUnseen(stage: Stage, order: Placed, value?: string): Promise<void> {
  const reference = await started(order)
  await stage.desk.misbehave(LOST, order.id)
  await stage.desk.approve(reference)
  await stage.desk.captureAtPaypal(reference)
  await stage.desk.refund(await captureOf(stage, order), value)
  await stage.ledger.makeDue(order.id)
  await stage.own.sweep()
  const { status, payment } = await stage.ledger.order(order.id)
  assert.equal(status, '已付款')
  assert.equal(payment?.refundedAmount, Number(value ?? 3080))
}

const refunds: readonly Deed[] = [
  buying(
    'refund',
    'a part, after the record',
    async (stage, order) => {
      await placedAndPaid(stage, order)
      await stage.desk.refund(await captureOf(stage, order), '80')
      await stage.desk.flush(order.id)
      const { status, payment } = await stage.ledger.order(order.id)
      assert.deepEqual([status, payment?.refundedAmount], ['已付款', 80])
      await expectShipped(stage, order)
    },
    'partly-refunded',
  ),
  buying(
    'refund',
    'a part, before the record',
    async (stage, order) => {
      await givenBackUnseen(stage, order, '80')
      await expectShipped(stage, order)
    },
    'partly-refunded',
  ),
  buying('refund', 'all, before the record', givenBackUnseen, 'refunded'),
]

async function disputed(stage: Stage, order: Placed): Promise<string> {
  await placedAndPaid(stage, order)
  const { dispute_id } = await stage.desk.dispute(await captureOf(stage, order))
  await stage.desk.flush(order.id)
  const told = await ship(stage, order)
  assert.equal(told.code, 1, told.text)
  assert.match(told.text, /爭議/)
  const seen = await order.who.insist(() => order.who.refresh(order.id))
  assert.equal(toldStatus(seen), 'disputed')
  return dispute_id
}

const disputes: readonly Deed[] = [
  buying('dispute', 'opened', disputed, 'disputed'),
  buying('dispute', 'won', async (stage, order) => {
    await stage.desk.resolveDispute(await disputed(stage, order), 'RESOLVED_SELLER_FAVOUR')
    await stage.desk.flush(order.id)
    await expectShipped(stage, order)
  }),
  buying(
    'dispute',
    'lost',
    async (stage, order) => {
      await stage.desk.resolveDispute(await disputed(stage, order), 'RESOLVED_BUYER_FAVOUR')
      await stage.desk.flush(order.id)
      assert.equal((await ship(stage, order)).code, 1)
    },
    'refunded',
  ),
  buying('dispute', 'lost, then won after all', async (stage, order) => {
    const dispute = await disputed(stage, order)
    await stage.desk.resolveDispute(dispute, 'RESOLVED_BUYER_FAVOUR')
    await stage.desk.flush(order.id)
    await stage.desk.resolveDispute(dispute, 'RESOLVED_SELLER_FAVOUR')
    await stage.desk.flush(order.id)
    await expectShipped(stage, order)
  }),
]

/** Money given back or disputed at PayPal, before and after the shop has recorded it. */
export const REFUND_DEEDS: readonly Deed[] = [...refunds, ...disputes]
