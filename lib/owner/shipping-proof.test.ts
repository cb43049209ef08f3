import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Order } from '#lib/order/order.ts'
import { makeParcel, toStore } from '#lib/parcel/parcels.fixture.ts'
import { at, makeAttempt, makeDispute, makePayment } from '#lib/payment/orders.fixture.ts'
import { forged } from './order-text.fixture.ts'
import { preorderProof } from './preorder-proof.ts'
import { shippingProof } from './shipping-proof.ts'
import { finerText } from './status-text.ts'

test('a disputed order that has left is not said to be held, and proves its delivery in one text', () => {
  const payment = makePayment([makeAttempt({ state: 'captured' })], {
    disputes: [makeDispute('open')],
  })
  const waiting = toStore({ payment })
  assert.match(finerText(waiting), /暫停出貨/)
  assert.equal(shippingProof(waiting), '')
  const seen = { state: 'picked-up', code: '2067', at: '2026-11-25T04:00:00.000Z' } as const
  const sent: Order = {
    ...waiting,
    status: '已完成',
    completedAt: at(90),
    shipment: { carrier: '7-11 交貨便', trackingNumber: 'G65445297175', shippedAt: at(60) },
    parcels: [makeParcel({ state: 'picked-up', sightings: [seen] })],
  }
  assert.match(finerText(sent), /爭議處理中$/)
  const proof = shippingProof(sent)
  for (const text of [
    sent.orderNumber,
    '商品：旅見 T 恤 白色 M ×2',
    '收件人：王小美',
    '超商取貨：7-11 131386 重慶門市',
    '追蹤編號：G65445297175',
    '包裹現況：已取件',
    '送達或取件時間：2026年11月25日 12:00',
  ]) {
    assert.ok(proof.includes(text), text)
  }
  assert.equal(shippingProof({ ...forged, status: '已出貨' }).includes('\n2'), false)
})

test('a dispute about a pre-order that is not sent is answered with its day and that it was written where one buys', () => {
  const shipsAbout = '2027-03-31'
  const items = toStore({}).items.map((item) => ({ ...item, preorder: { shipsAbout } }))
  const waiting = toStore({ items })
  const proof = preorderProof(waiting, new Date('2027-01-05T04:00:00.000Z'))
  for (const text of [waiting.orderNumber, '預計出貨日：2027年3月31日前後', '現在還沒到出貨日'])
    assert.ok(proof.includes(text), text)
  const late = preorderProof(waiting, new Date('2027-04-05T04:00:00.000Z'))
  assert.ok(!late.includes('現在還沒到出貨日'))
  assert.equal(preorderProof(toStore({})), '')
})
