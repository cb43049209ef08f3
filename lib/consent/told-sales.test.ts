import assert from 'node:assert/strict'
import { test } from 'node:test'

import { apply } from '../order/apply.ts'
import { newEvent } from '../order/events.ts'
import { makeOrder } from '../order/payment/orders.fixture.ts'
import { saleOf } from './told-sales.ts'

const shirt = {
  id: 'otr-001',
  title: '旅見',
  size: 'M',
  quantity: 1,
  price: 590,
  image: '',
} as const
const order = makeOrder({ items: [shirt], totalAmount: 670 })

test('money that went back is a refund of the same hash, and other movements are told by none (rule 1345)', () => {
  const sale = saleOf(order, { amount: 670, isSale: true })
  const refund = saleOf(order, { amount: -100, isSale: false })
  assert.deepEqual([sale?.name, refund?.name], ['purchase', 'refund'])
  assert.deepEqual(refund?.params, {
    transaction_id: sale?.params.transaction_id,
    currency: 'TWD',
    value: 100,
  })
  assert.equal(saleOf(order, { amount: 100, isSale: false }), undefined)
})

for (const extent of ['kept', 'erased'] as const) {
  test(`an order whose person is ${extent === 'kept' ? 'erased beside it' : 'erased'} tells no refund any more (rule 1345)`, () => {
    const told = { ...order, analytics: '123.456' }
    const erased = newEvent('person.erased', { extent }, { now: new Date(), by: 'owner' })
    assert.equal(apply(told, erased).analytics, undefined)
  })
}
