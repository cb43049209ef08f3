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

test('items that were taken out of a paid order stay on its invoice', async () => {
  assert.ok(shirt)
  const removed = [{ ...shirt, size: 'L' as const, quantity: 1 }]
  pay(ID, { items: [{ ...shirt, quantity: 1 }], removed })
  await sweep()
  assert.deepEqual(linesSent(), [
    ['旅見 T 恤 白色 M ×1 @1500', '旅見 T 恤 白色 L ×1 @1500', '運費 ×1 @80'],
  ])
})

test('an order with a code has an invoice whose lines add up to what was paid, and a refund gives no more back', async () => {
  assert.ok(shirt)
  // NT$100 off three shirts of NT$1,500: two cost 1,467 and one 1,466.
  const items = [{ ...shirt, quantity: 3, reduction: 100 }]
  const reductions = [{ kind: 'code' as const, name: 'SUMMER', goods: 100, delivery: 0 }]
  pay(ID, { items, reductions, totalAmount: 4400 })
  await sweep()
  assert.deepEqual(linesSent(), [['旅見 T 恤 白色 M ×1 @1466', '旅見 T 恤 白色 M ×2 @1467']])
  assert.equal(order().invoicing?.amount, 4400)
  refund(ID, 1467)
  await sweep()
  assert.deepEqual(
    order().invoicing?.documents.map(({ amount }) => amount),
    [1467],
  )
})

test('an order with offers has an invoice of what was paid for each line, without delivery that is free', async () => {
  assert.ok(shirt)
  const items = [
    { ...shirt, quantity: 1, reduction: 101 },
    { ...shirt, size: 'L' as const, quantity: 2, reduction: 201 },
  ]
  const reductions = [{ kind: 'offer' as const, name: '三件一起', goods: 302, delivery: 0 }]
  pay(ID, { items, reductions, totalAmount: 4198 })
  await sweep()
  assert.deepEqual(linesSent(), [
    ['旅見 T 恤 白色 M ×1 @1399', '旅見 T 恤 白色 L ×1 @1399', '旅見 T 恤 白色 L ×1 @1400'],
  ])
})

test('a void that the issuer calls done before is stored as done', async () => {
  pay()
  await sweep()
  refund(ID, TOTAL)
  world().atIssuer = (call) => (call === 'void' ? 'already-void' : undefined)
  await sweep()
  assert.deepEqual([order().invoicing?.state, order().invoiceAlarm ?? null], ['void', null])
})

test('a refusal in unknown words is sent once, and told', async () => {
  world().atIssuer = (call) => (call === 'issue' ? 'refused' : undefined)
  pay()
  await sweep(4, 6 * 60 * 60)
  assert.equal(linesSent().length, 1)
  assert.deepEqual([order().invoicing?.state, order().invoiceAlarm], ['failed', 'refused'])
})
