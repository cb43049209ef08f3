import assert from 'node:assert/strict'

import { buying, type Deed } from './deed.ts'
import { toldStatus } from './shopper.ts'
import { paid, type Placed, type Stage, started } from './stage.ts'

const LOST = { name: 'webhook-lost', times: 9 }

const refusing = (issue: string) => ({ name: 'issue', issue, op: 'capture' })

async function refusedOnce(stage: Stage, order: Placed, issue: string): Promise<string> {
  const reference = await started(order)
  await stage.desk.misbehave(refusing(issue), order.id)
  assert.equal(toldStatus(await paid(stage, order, reference)), 'declined')
  return reference
}

async function expectSecondKey(stage: Stage, order: Placed, reference: string): Promise<void> {
  const sent = (await stage.desk.requests(order.id)).filter(({ op }) => op === 'capture')
  assert.equal(sent.at(-1)?.requestId, `capture:${reference}:2`)
}

// Asks PayPal, without a pause of its own, until a capture of this PayPal order has arrived there.
async function captureArrived({ desk }: Stage, reference: string): Promise<void> {
  for (let asked = 0; asked < 5000; asked += 1) {
    const requests = await desk.requests(reference)
    if (requests.some(({ op }) => op === 'capture')) return
  }
  assert.fail(`${reference} is not being captured`)
}

// A capture that is on its way while this answers; what the shop then tells comes later.
async function underWay(stage: Stage, order: Placed, reference: string, delayMs: number) {
  await stage.desk.misbehave({ name: 'slow', op: 'capture', delayMs }, reference)
  await stage.desk.approve(reference)
  const told = order.who.capture(order.id, reference).then(toldStatus)
  await captureArrived(stage, reference)
  return { told }
}

/** What follows a refused capture: nothing without a new approval, and nothing for another attempt. */
export const REFUSAL_DEEDS: readonly Deed[] = [
  buying(
    'capture',
    'refused, then the other button, then closed',
    async (stage, order) => {
      await stage.desk.hold(order.id)
      await refusedOnce(stage, order, 'PAYER_CANNOT_PAY')
      await started(order, 'card')
      const told = await order.who.insist(() => order.who.refresh(order.id))
      assert.equal(toldStatus(told), 'unpaid')
      // The event of the approval that was refused comes late.
      await stage.desk.release('fifo', order.id)
    },
    'unpaid',
  ),
  buying('capture', 'refused, then approved anew on the page', async (stage, order) => {
    await stage.desk.misbehave(LOST, order.id)
    const reference = await refusedOnce(stage, order, 'INSTRUMENT_DECLINED')
    assert.equal(toldStatus(await paid(stage, order, reference)), 'paid')
    await expectSecondKey(stage, order, reference)
  }),
  buying('webhook', 'refused, then approved anew by event', async (stage, order) => {
    const reference = await refusedOnce(stage, order, 'INSTRUMENT_DECLINED')
    await stage.desk.approve(reference)
    await stage.desk.flush(order.id)
    assert.equal((await stage.ledger.order(order.id)).status, '已付款')
    await expectSecondKey(stage, order, reference)
  }),
  buying('capture', 'late refusal while another is captured', async (stage, order) => {
    const { who, id } = order
    await stage.desk.misbehave(LOST, id)
    const first = await started(order)
    const late = await underWay(stage, order, first, 2500)
    await stage.desk.expire(first)
    assert.equal(toldStatus(await who.insist(() => who.refresh(id))), 'expired')
    const second = await started(order, 'card')
    const newer = await underWay(stage, order, second, 5000)
    assert.notEqual(await late.told, 'declined')
    // The first one's refusal has come; the second is captured all the same, and told so.
    const state = (await stage.ledger.order(id)).payment?.state
    assert.match(String(state), /^(capturing|paid)$/)
    await newer.told
  }),
  buying('create', 'two buttons at once', async (stage, order) => {
    const [paypal, card] = await Promise.all([started(order), started(order, 'card')])
    assert.notEqual(paypal, card)
    assert.equal(await started(order), paypal)
    assert.equal(await started(order, 'card'), card)
    await paid(stage, order, card)
  }),
]
