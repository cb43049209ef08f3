import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'

import { startCountingFirestore } from '../../e2e/support/counted-shop.ts'
import { paypalControl } from '../../e2e/support/paypal-control.ts'
import { newOrder } from '../presses/new-order.ts'
import { startPaymentStandIns } from '../presses/stand-ins.ts'
import { documentedCosts } from './documented-costs.ts'

async function receive(request: IncomingMessage): Promise<string> {
  const { receiveWebhook } = await import('#lib/payment/receive-webhook.ts')
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value))
  return receiveWebhook('paypal', headers, new Uint8Array(await buffer(request)), new Date())
}

// The address of PayPal's events, sent one by one to count each.
async function listen(t: TestContext, shop: string, received: (event: string) => void) {
  const answer = async (before: Promise<void>, request: IncomingMessage) => {
    await before
    received(await receive(request))
  }
  let last = Promise.resolve()
  const server = createServer((request, response) => {
    last = answer(last, request)
    void last.finally(() => response.end())
  }).listen(Number(new URL(shop).port))
  t.after(() => server.close())
  await once(server, 'listening')
}

test('a payment reads and writes as often as docs/cost.md says', async (t) => {
  const { at, stop } = await startPaymentStandIns(4500)
  t.after(stop)
  const counted = await startCountingFirestore(at.firestore)
  t.after(counted.stop)
  process.env.FIRESTORE_EMULATOR_HOST = counted.address
  const { readOrder } = await import('#lib/order/order-store.ts')
  const { startPayment } = await import('#lib/payment/start-payment.ts')
  const { capturePayment } = await import('#lib/payment/capture-payment.ts')
  const costs = new Map<string, string>()
  const note = (name: string) => {
    const made = counted.take()
    const sum = (of: 'reads' | 'writes') => made.reduce((total, call) => total + call[of], 0)
    costs.set(name, `${sum('reads')}/${sum('writes')}`)
  }
  const paypal = paypalControl(at.paypal)
  const id = await newOrder()
  await paypal.hold()
  const readStored = async () => {
    const order = await readOrder(id)
    assert.ok(order)
    return order
  }
  counted.take()
  const started = await startPayment(await readStored(), 'paypal')
  assert.ok(started.ok)
  note('start a payment')
  await paypal.approve(started.data.reference)
  const paid = await capturePayment(await readStored(), started.data.reference, 0)
  assert.equal(paid.status, '已付款')
  note('capture a payment')

  let events = 0
  await listen(t, at.shop, (answer) => {
    assert.equal(answer, 'settled')
    events += 1
    note("an event of PayPal's afterwards")
  })
  await paypal.release()
  assert.ok(events > 0)
  assert.deepEqual(Object.fromEntries(costs), documentedCosts('A payment'))
})
