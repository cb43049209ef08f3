import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { orderDocument, paymentFields } from '../../e2e/support/seeded-orders.ts'
import { openHarness, payAttempt, placeOne, type Harness, startAttempt } from './harness.ts'
import { toldStatus } from './shopper.ts'

/** Number of abandoned payments. */
const ABANDONED = Number(process.env.ABANDONED ?? 300)
const A_BATCH = 400

let harness: Harness

before(async () => {
  harness = await openHarness(3500)
})

after(() => harness.close())

const due = (year: number, urgent: boolean) => ({
  check: { at: new Date(Date.UTC(year, 0, 1)).toISOString(), urgent, looks: 0 },
})

async function seedAbandoned({ db }: Harness['ledger']): Promise<void> {
  const member = { uid: 'away', email: 'away@example.com' }
  for (let start = 0; start < ABANDONED; start += A_BATCH) {
    const batch = db.batch()
    for (let index = start; index < Math.min(ABANDONED, start + A_BATCH); index += 1) {
      batch.create(db.collection('orders').doc(`abandoned-${index}`), {
        ...orderDocument(member, index),
        ...paymentFields({ state: 'open', attempt: 'open' }),
        createdAt: new Date().toISOString(),
        ...due(2020, false),
      })
    }
    await batch.commit()
  }
}

test(`money on its way waits for one sweep, behind ${ABANDONED} abandoned payments`, async (t) => {
  const order = await placeOne(harness)
  const reference = await startAttempt(order)
  await harness.paypal.misbehave({ name: 'webhook-lost', times: 9 }, order.id)
  await harness.paypal.misbehave({ name: 'lose-reply', op: 'capture', times: 2 }, order.id)
  await harness.paypal.misbehave({ name: '503', op: 'get', times: 2 }, order.id)
  assert.equal(toldStatus(await payAttempt(harness, order, reference)), 'confirming')
  await harness.paypal.behave(order.id)
  await seedAbandoned(harness.ledger)
  // It has been due for the shortest time of all.
  await harness.ledger.db.doc(`orders/${order.id}`).update(due(2021, true))
  const began = Date.now()
  const swept = await harness.own.sweep()
  const took = Date.now() - began
  const { status, paidAt = '' } = await harness.ledger.order(order.id)
  assert.equal(status, '已付款')
  const waited = Date.parse(paidAt) - began
  t.diagnostic(`paid after ${waited} ms; the sweep looked at ${swept.looked} in ${took} ms`)
  assert.ok(swept.looked > 50, 'one sweep takes more than one batch')
})
