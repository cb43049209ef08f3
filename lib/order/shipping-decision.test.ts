import assert from 'node:assert/strict'
import { test } from 'node:test'

import { shopInMemory } from '#lib/owner/find-customer.fixture.ts'
import { makeOrder, makePayment } from '#lib/payment/orders.fixture.ts'
import { ok } from '#lib/result.ts'
import { settings } from '#lib/settings/env.ts'
import { documentOf } from './apply.ts'
import { decide } from './place-order.fixture.ts'
import { applyShippingDecision } from './shipping-decision.ts'

const ship = (id: string) =>
  applyShippingDecision(id, (stored) => decide(stored, undefined, false).answer)

test('where no mails are sent a shipping can always be taken back; an order that is not there is none', async (t) => {
  const order = makeOrder({ status: '已付款', payment: makePayment([]) })
  shopInMemory(t, { documents: { 'orders/doc-1': documentOf(order) } })
  t.mock.property(settings(), 'SMTP_URL', 'none')
  assert.ok((await ship('doc-1')).ok)
  const seen: boolean[] = []
  await applyShippingDecision('doc-1', (_, areWaiting) => {
    seen.push(areWaiting)
    return ok(undefined)
  })
  assert.deepEqual(seen, [true])
  assert.deepEqual(await ship('gone'), { ok: false, code: 'unknown-order' })
})
