import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import {
  begin,
  ID,
  linesSent,
  order,
  pay,
  refund,
  sweep,
  TOTAL,
  unpaidOrder,
} from './invoice-cases.ts'
import { world } from './world.ts'

beforeEach(begin)

const [shirt] = unpaidOrder(ID).items

test('items that were taken out of a paid order stay on its invoice (rule 741)', async () => {
  assert.ok(shirt)
  const removed = [{ ...shirt, size: 'L' as const, quantity: 1 }]
  pay(ID, { items: [{ ...shirt, quantity: 1 }], removed })
  await sweep()
  assert.deepEqual(linesSent(), [
    ['旅見 T 恤 白色 M ×1 @1500', '旅見 T 恤 白色 L ×1 @1500', '運費 ×1 @80'],
  ])
})

test('a void that the issuer calls done before is stored as done (rule 742)', async () => {
  pay()
  await sweep()
  refund(ID, TOTAL)
  world().atIssuer = (call) => (call === 'void' ? 'already-void' : undefined)
  await sweep()
  assert.deepEqual([order().invoicing?.state, order().invoiceAlarm ?? null], ['void', null])
})

test('a refusal in unknown words is sent once, and told (rule 744)', async () => {
  world().atIssuer = (call) => (call === 'issue' ? 'refused' : undefined)
  pay()
  await sweep(4, 6 * 60 * 60)
  assert.equal(linesSent().length, 1)
  assert.deepEqual([order().invoicing?.state, order().invoiceAlarm], ['failed', 'refused'])
})
