import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Order } from '../order/order.ts'
import { applyReturnAnswer } from '../order/return-answer.ts'
import {
  after,
  at,
  afterChange,
  changeIn,
  inStock,
  makeOrder,
} from '../order/payment/orders.fixture.ts'
import { mailsOf } from './outbox-store.ts'

const shirt = { id: 'otr-001', title: '旅見 T 恤', size: 'M', color: '白色', image: '' } as const
const shipped = makeOrder({
  status: '已出貨',
  items: [{ ...shirt, quantity: 2, price: 1540 }],
  returns: [
    {
      number: 1,
      state: 'asked',
      items: [{ index: 0, quantity: 1, size: 'L' }],
      reason: '',
      contact: '',
      askedAt: at(50),
      changedAt: at(50),
    },
  ],
  returnState: 'asked',
})

function exchange(order: Order, trackingNumber: string): Order {
  const parcel = { carrier: '黑貓宅急便', trackingNumber }
  const answered = { answer: 'exchanged', restock: true, parcel, stock: inStock(5) } as const
  return afterChange(order, changeIn(applyReturnAnswer(order, answered, after(60, 'owner'))))
}

test('an exchange parcel is told with its pieces, and again when its number is corrected (rule 330)', () => {
  const sent = exchange(shipped, '1')
  const [mail, ...more] = mailsOf(shipped, sent)
  assert.deepEqual([mail?.event, mail?.kind, more.length], ['exchange-1-1', 'shipped', 0])
  assert.equal(mail?.values.exchanged_pieces, '旅見 T 恤（L）× 1')
  assert.equal(mail.values.tracking_number, '1')
  assert.deepEqual(mailsOf(sent, exchange(sent, '1')), [])
  const [corrected] = mailsOf(sent, exchange(sent, '2'))
  assert.equal(corrected?.event, 'exchange-1-2')
})
