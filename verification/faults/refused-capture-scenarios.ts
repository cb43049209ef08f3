import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'

import { payAttempt, type PlacedShopper, type Harness, startAttempt } from './harness.ts'
import { withOrder, type Scenario } from './scenario.ts'
import { toldStatus } from './shopper.ts'

const LOST = { name: 'webhook-lost', times: 9 }

const refusing = (issue: string) => ({ name: 'issue', issue, op: 'capture' })

async function refusedOnce(harness: Harness, order: PlacedShopper, issue: string): Promise<string> {
  const reference = await startAttempt(order)
  await harness.paypal.misbehave(refusing(issue), order.id)
  assert.equal(toldStatus(await payAttempt(harness, order, reference)), 'declined')
  return reference
}

async function expectSecondKey(
  harness: Harness,
  order: PlacedShopper,
  reference: string,
): Promise<void> {
  const sent = (await harness.paypal.requests(order.id)).filter(({ op }) => op === 'capture')
  assert.equal(sent.at(-1)?.requestId, `capture:${reference}:2`)
}

// Polls PayPal until a capture of this order exists.
async function captureArrived({ paypal }: Harness, reference: string): Promise<void> {
  for (let count = 0; count < 5000; count += 1) {
    const requests = await paypal.requests(reference)
    if (requests.some(({ op }) => op === 'capture')) return
  }
  assert.fail(`${reference} is not being captured`)
}

// Keeps a capture in flight during this answer.
async function underWay(
  harness: Harness,
  order: PlacedShopper,
  reference: string,
  delayMs: number,
) {
  await harness.paypal.misbehave({ name: 'slow', op: 'capture', delayMs }, reference)
  await harness.paypal.approve(reference)
  const result = order.shopper.capture(order.id, reference).then(toldStatus)
  await captureArrived(harness, reference)
  return { told: result }
}

// PayPal's refusal times are whole seconds; a buyer approves again in a later one.
const nextSecond = () => setTimeout(1000 - (Date.now() % 1000))

/** After a refusal: no second capture without a new approval or for another attempt. */
export const REFUSED_CAPTURE_SCENARIOS: readonly Scenario[] = [
  withOrder(
    'capture',
    'refused, then the other button, then closed',
    async (harness, order) => {
      await harness.paypal.hold(order.id)
      await refusedOnce(harness, order, 'PAYER_CANNOT_PAY')
      await startAttempt(order, 'card')
      const result = await order.shopper.retry(() => order.shopper.refresh(order.id))
      assert.equal(toldStatus(result), 'unpaid')
      // The event of the approval that was refused comes late.
      await harness.paypal.release('fifo', order.id)
    },
    'unpaid',
  ),
  withOrder('capture', 'refused, then approved anew on the page', async (harness, order) => {
    await harness.paypal.misbehave(LOST, order.id)
    const reference = await refusedOnce(harness, order, 'INSTRUMENT_DECLINED')
    assert.equal(toldStatus(await payAttempt(harness, order, reference)), 'paid')
    await expectSecondKey(harness, order, reference)
  }),
  withOrder('webhook', 'refused, then approved anew by event', async (harness, order) => {
    const reference = await refusedOnce(harness, order, 'INSTRUMENT_DECLINED')
    await nextSecond()
    await harness.paypal.approve(reference)
    await harness.paypal.flush(order.id)
    assert.equal((await harness.ledger.order(order.id)).status, '已付款')
    await expectSecondKey(harness, order, reference)
  }),
  withOrder('capture', 'late refusal while another is captured', async (harness, order) => {
    const { shopper, id } = order
    await harness.paypal.misbehave(LOST, id)
    const first = await startAttempt(order)
    const late = await underWay(harness, order, first, 6000)
    await harness.paypal.expire(first)
    assert.equal(toldStatus(await shopper.retry(() => shopper.refresh(id))), 'expired')
    const second = await startAttempt(order, 'card')
    const newer = await underWay(harness, order, second, 8000)
    assert.notEqual(await late.told, 'declined')
    // The first attempt's refusal arrived; the second is captured and reported.
    const state = (await harness.ledger.order(id)).payment?.state
    assert.match(String(state), /^(capturing|paid)$/)
    await newer.told
  }),
  withOrder('create', 'two buttons at once', async (harness, order) => {
    const [paypal, card] = await Promise.all([startAttempt(order), startAttempt(order, 'card')])
    assert.notEqual(paypal, card)
    assert.equal(await startAttempt(order), paypal)
    assert.equal(await startAttempt(order, 'card'), card)
    await payAttempt(harness, order, card)
  }),
]
