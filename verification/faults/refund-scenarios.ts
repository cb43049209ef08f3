import assert from 'node:assert/strict'

import { type PlacedShopper, type Harness, startAttempt } from './harness.ts'
import { withOrder, type Scenario, placedAndPaid } from './scenario.ts'
import { toldStatus } from './shopper.ts'

const LOST = { name: 'webhook-lost', times: 9 }
const PARCEL = ['--carrier', '黑貓宅急便', '--tracking', '901234567890']

async function captureOf({ paypal }: Harness, { id }: PlacedShopper): Promise<string> {
  const [capture] = (await paypal.orders(id)).flatMap(({ captures }) => captures)
  assert.ok(capture, 'nothing was captured')
  return capture.id
}

async function ship({ own, ledger }: Harness, { id }: PlacedShopper) {
  const { orderId } = await ledger.order(id)
  return own.orders('ship', orderId, ...PARCEL)
}

async function expectShipped(harness: Harness, order: PlacedShopper): Promise<void> {
  const result = await ship(harness, order)
  assert.equal(result.code, 0, result.text)
  assert.equal((await harness.ledger.order(order.id)).status, '已出貨')
}

// Captures and refunds at PayPal before the shop hears of either.
async function refundedUnseen(
  harness: Harness,
  order: PlacedShopper,
  value?: string,
): Promise<void> {
  const reference = await startAttempt(order)
  await harness.paypal.misbehave(LOST, order.id)
  await harness.paypal.approve(reference)
  await harness.paypal.captureAtPaypal(reference)
  await harness.paypal.refund(await captureOf(harness, order), value)
  await harness.ledger.makeDue(order.id)
  await harness.own.sweep()
  const { status, payment } = await harness.ledger.order(order.id)
  assert.equal(status, '已付款')
  assert.equal(payment?.refundedAmount, Number(value ?? 3080))
}

// Refunds everything at PayPal and sends the webhook.
function returnedMoney(
  how: 'refund' | 'reverse',
): (harness: Harness, order: PlacedShopper) => Promise<void> {
  return async (harness, order) => {
    await placedAndPaid(harness, order)
    await harness.paypal[how](await captureOf(harness, order))
  }
}

const refunds: readonly Scenario[] = [
  withOrder('webhook', 'refunded', returnedMoney('refund'), 'refunded'),
  withOrder('webhook', 'reversed', returnedMoney('reverse'), 'taken-back'),
  withOrder(
    'refund',
    'a part, after the record',
    async (harness, order) => {
      await placedAndPaid(harness, order)
      await harness.paypal.refund(await captureOf(harness, order), '80')
      await harness.paypal.flush(order.id)
      const { status, payment } = await harness.ledger.order(order.id)
      assert.deepEqual([status, payment?.refundedAmount], ['已付款', 80])
      await expectShipped(harness, order)
    },
    'partly-refunded',
  ),
  withOrder(
    'refund',
    'a part, before the record',
    async (harness, order) => {
      await refundedUnseen(harness, order, '80')
      await expectShipped(harness, order)
    },
    'partly-refunded',
  ),
  withOrder('refund', 'all, before the record', refundedUnseen, 'refunded'),
]

async function openDispute(harness: Harness, order: PlacedShopper): Promise<string> {
  await placedAndPaid(harness, order)
  const { dispute_id } = await harness.paypal.dispute(await captureOf(harness, order))
  await harness.paypal.flush(order.id)
  const result = await ship(harness, order)
  assert.equal(result.code, 1, result.text)
  assert.match(result.text, /爭議/)
  const seen = await order.shopper.retry(() => order.shopper.refresh(order.id))
  assert.equal(toldStatus(seen), 'disputed')
  return dispute_id
}

const disputes: readonly Scenario[] = [
  withOrder('dispute', 'opened', openDispute, 'disputed'),
  withOrder('dispute', 'won', async (harness, order) => {
    await harness.paypal.resolveDispute(await openDispute(harness, order), 'RESOLVED_SELLER_FAVOUR')
    await harness.paypal.flush(order.id)
    await expectShipped(harness, order)
  }),
  withOrder(
    'dispute',
    'lost',
    async (harness, order) => {
      await harness.paypal.resolveDispute(
        await openDispute(harness, order),
        'RESOLVED_BUYER_FAVOUR',
      )
      await harness.paypal.flush(order.id)
      assert.equal((await ship(harness, order)).code, 1)
    },
    'taken-back',
  ),
  withOrder('dispute', 'won, and nobody told: shipping asks', async (harness, order) => {
    const dispute = await openDispute(harness, order)
    await harness.paypal.misbehave(LOST, order.id)
    await harness.paypal.resolveDispute(dispute, 'RESOLVED_SELLER_FAVOUR')
    await harness.paypal.misbehave({ name: '503', op: 'dispute' }, order.id)
    const result = await ship(harness, order)
    assert.equal(result.code, 1, result.text)
    assert.match(result.text, /未回覆這筆訂單的爭議/)
    await expectShipped(harness, order)
  }),
  withOrder('dispute', 'a second one, told before the end of the first', async (harness, order) => {
    const { paypal } = harness
    const first = await openDispute(harness, order)
    await paypal.hold(order.id)
    await paypal.resolveDispute(first, 'RESOLVED_SELLER_FAVOUR')
    const second = await paypal.dispute(await captureOf(harness, order), { channel: 'EXTERNAL' })
    await paypal.release('reverse', order.id)
    const result = await ship(harness, order)
    assert.equal(result.code, 1, result.text)
    assert.match(result.text, /爭議/)
    await paypal.resolveDispute(second.dispute_id, 'RESOLVED_SELLER_FAVOUR')
    await paypal.flush(order.id)
    await expectShipped(harness, order)
  }),
  withOrder('dispute', 'lost, then won after all', async (harness, order) => {
    const dispute = await openDispute(harness, order)
    await harness.paypal.resolveDispute(dispute, 'RESOLVED_BUYER_FAVOUR')
    await harness.paypal.flush(order.id)
    await harness.paypal.resolveDispute(dispute, 'RESOLVED_SELLER_FAVOUR')
    await harness.paypal.flush(order.id)
    await expectShipped(harness, order)
  }),
]

/** Refunds and disputes at PayPal, before and after the shop has recorded the payment. */
export const REFUND_SCENARIOS: readonly Scenario[] = [...refunds, ...disputes]
