import assert from 'node:assert/strict'
import { test } from 'node:test'

import { make, refund } from '#lib/order/apply.fixture.ts'
import { at, makePayment } from '#lib/payment/orders.fixture.ts'
import { accountEnds } from './bank-account-ends.ts'

test('an account ends with the refund for which it was named, and with no other', () => {
  const request = {
    number: 1,
    amount: 80,
    reason: '',
    idempotencyKey: 'p',
    who: 'w',
    state: 'by-hand' as const,
    at: at(1),
    accountAt: at(2),
  }
  const payment = makePayment([], { refundRequests: [request] })
  const ends = (number: number) =>
    accountEnds({ payment }, [refund, make('refund.withdrawn', { number })])
  assert.deepEqual([ends(1), ends(2)], [[{ number: 1 }], []])
})
