import assert from 'node:assert/strict'
import { test } from 'node:test'

import { at, makeAttempt, makeOrder, makePayment } from '#lib/payment/orders.fixture.ts'
import { orderLine } from './order-line.ts'
import { OBEYED } from './order-sheet.fixture.ts'
import { forged } from './order-text.fixture.ts'
import { finerText, statusText } from './status-text.ts'

test('an order in one line is one line', () => {
  assert.doesNotMatch(orderLine(forged), OBEYED)
})

test('an order that no parcel follows, because all its money went back, is not called 已付款', () => {
  const attempts = [makeAttempt({ state: 'captured', captureId: 'C1' })]
  const { totalAmount: amount } = makeOrder()
  const refunds = [{ id: 'R1', amount, at: at(8) }]
  const payment = makePayment(attempts, { refundedAmount: amount, refunds })
  const refunded = makeOrder({ status: '已付款', payment })
  assert.deepEqual([statusText(refunded), finerText(refunded)], ['已退款', ''])
  const manual = makeOrder({
    status: '已付款',
    manualSale: { place: 'market', paidBy: 'cash', refunds: [{ amount, at: at(8) }] },
  })
  assert.equal(statusText(manual), '已退款')
  assert.equal(statusText({ ...manual, status: '已完成' }), '已完成')
  assert.match(orderLine(refunded), /已退款/)
})
