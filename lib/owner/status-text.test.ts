import assert from 'node:assert/strict'
import { test } from 'node:test'

import { mailsOf } from '#lib/mail/order-mails.ts'
import { newEvent } from '#lib/order/events.ts'
import { after, at, makeAttempt, makeOrder, makePayment } from '#lib/payment/orders.fixture.ts'
import { REVIEW_REASONS } from '#lib/payment/review-reason.ts'
import { finerText } from './status-text.ts'

test('a refund on its way is reported beside the status, which says nothing of it', () => {
  const payment = makePayment([makeAttempt({ state: 'captured', captureId: 'C1' })])
  const paid = makeOrder({ status: '已付款', payment })
  const request = {
    number: 1,
    amount: 80,
    reason: '缺貨',
    idempotencyKey: 'press-1',
    who: 'wang',
    at: at(8),
  }
  const refunding = (state: 'pending' | 'done') =>
    finerText({ ...paid, payment: { ...payment, refundRequests: [{ ...request, state }] } })
  assert.equal(finerText(paid), '')
  assert.equal(refunding('pending'), '退款處理中 NT$80')
  assert.equal(refunding('done'), '')
})

for (const reason of REVIEW_REASONS) {
  test(`a review because of ${reason} is reported in the same words by page and mail`, () => {
    const review = { reason, at: at(5) }
    const history = [newEvent('review.opened', { reason }, after(5))]
    const order = makeOrder({ payment: makePayment([makeAttempt()], { review }), history })
    const [mail] = mailsOf(makeOrder(), order)
    const text = mail?.values.review_reason ?? ''
    assert.match(text, /\p{Script=Han}/u)
    assert.ok(finerText(order).includes(text))
  })
}
