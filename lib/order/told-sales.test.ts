import assert from 'node:assert/strict'
import { test } from 'node:test'

import { apply } from './apply.ts'
import { newEvent } from './events.ts'
import type { StoredMovement } from './movements.ts'
import { refundKey } from './payment/money-back.ts'
import { makeAttempt, makeOrder, makePayment } from './payment/orders.fixture.ts'
import { saleOf } from './told-sales.ts'

const shirt = {
  id: 'otr-001',
  title: '旅見',
  size: 'M',
  quantity: 2,
  price: 590,
  image: '',
} as const
const order = makeOrder({ items: [shirt], totalAmount: 1260 })

const sold: StoredMovement = {
  id: 'sale',
  at: '2026-11-01T00:00:00.000Z',
  orderId: order.id,
  orderNumber: order.orderNumber,
  provider: 'cash',
  kind: 'sale',
  isSale: true,
  amount: 1260,
  refs: { capture: '', transaction: '' },
}
const back = (amount: number, transaction = ''): StoredMovement => ({
  ...sold,
  kind: 'refund',
  isSale: false,
  amount: 0 - amount,
  refs: { capture: '', transaction },
})
test('money that went back is a refund of the same hash, and other movements are told by none', () => {
  const sale = saleOf(order, sold)
  const refund = saleOf(order, back(100))
  assert.deepEqual([sale?.name, refund?.name], ['purchase', 'refund'])
  assert.equal(sale?.params.transaction_id, refund?.params.transaction_id)
  for (const amount of [100, 0]) assert.equal(saleOf(order, { ...back(100), amount }), undefined)
})

test('a purchase is worth its goods at what was paid for them, and delivery stands beside', () => {
  assert.partialDeepStrictEqual(saleOf(order, sold)?.params, {
    currency: 'TWD',
    value: 1180,
    shipping: 80,
    items: [{ item_id: 'OTR-001-M', price: 590, quantity: 2 }],
  })
  const reduced = makeOrder({
    items: [{ ...shirt, quantity: 3, reduction: 370 }],
    totalAmount: 1400,
  })
  assert.partialDeepStrictEqual(saleOf(reduced, { ...sold, amount: 1400 })?.params, {
    value: 1400,
    items: [{ price: 466.67, quantity: 3 }],
  })
})

test('a refund names the pieces for which it was, as they were sold; money alone names none', () => {
  const sale = saleOf(order, sold)
  assert.deepEqual(saleOf(order, back(1260)), { ...sale, name: 'refund' })
  assert.deepEqual(saleOf(order, back(100))?.params, {
    transaction_id: sale?.params.transaction_id,
    currency: 'TWD',
    value: 100,
  })
  const at = '2026-11-09T00:00:00.000Z'
  const request = { at, who: '', reason: '', pressed: '' }
  const returned = { number: 1, askedAt: at, changedAt: at, reason: '', contact: '' }
  const withReturn = {
    ...order,
    returns: [{ ...returned, state: 'received' as const, items: [{ index: 0, quantity: 1 }] }],
    payment: makePayment([makeAttempt()], {
      refunds: [{ id: 'R1', amount: 590, at, key: refundKey(order.id, 1) }],
      refundRequests: [
        { ...request, number: 1, amount: 590, state: 'done' as const, returnNumber: 1 },
      ],
    }),
  }
  assert.partialDeepStrictEqual(saleOf(withReturn, back(590, 'R1')), {
    name: 'refund',
    params: { value: 590, items: [{ item_id: 'OTR-001-M', price: 590, quantity: 1 }] },
  })
  const changed = makeOrder({ ...order, items: [], removed: [shirt] })
  assert.partialDeepStrictEqual(saleOf(changed, back(1180)), {
    params: { items: [{ item_id: 'OTR-001-M', quantity: 2 }] },
  })
})

for (const extent of ['kept', 'erased'] as const) {
  test(`an order whose person is ${extent === 'kept' ? 'erased beside it' : 'erased'} tells no refund any more`, () => {
    const told = { ...order, analytics: '123.456' }
    const erased = newEvent('person.erased', { extent }, { now: new Date(), by: 'owner' })
    assert.equal(apply(told, erased).analytics, undefined)
  })
}
