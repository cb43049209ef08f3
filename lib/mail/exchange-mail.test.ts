import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Order } from '../order/order.ts'
import { at, makeOrder } from '../payment/orders.fixture.ts'
import { eventsOf, mailsOf } from './mails-of.ts'

const shirt = { id: 'otr-001', title: '旅見 T 恤', size: 'M', color: '白色', image: '' } as const
const paid = makeOrder({ status: '已付款', items: [{ ...shirt, quantity: 2, price: 1540 }] })

test('what is sent in exchange is told with its pieces, and again when its number is corrected (rule 330)', () => {
  const shippedAt = at(60)
  const sentAs = (trackingNumber: string): Order => ({
    ...paid,
    returns: [
      {
        number: 1,
        state: 'exchanged',
        items: [{ index: 0, quantity: 1, size: 'L' }],
        reason: '',
        contact: '',
        askedAt: shippedAt,
        changedAt: shippedAt,
        parcel: { carrier: '黑貓宅急便', trackingNumber, shippedAt },
      },
    ],
  })
  const [mail, ...more] = mailsOf(paid, sentAs('1'))
  assert.deepEqual([mail?.event, mail?.kind, more.length], ['exchange-1-1', 'shipped', 0])
  assert.equal(mail?.values.exchanged_pieces, '旅見 T 恤（L）× 1')
  assert.equal(mail.values.tracking_number, '1')
  assert.deepEqual(mailsOf(sentAs('1'), sentAs('1')), [])
  const known = { ...sentAs('1'), told: ['exchange-1-1'] }
  assert.deepEqual(eventsOf(mailsOf(known, sentAs('2'))), ['exchange-1-2'])
})
