import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isSamePayment } from './change-to-review.ts'
import { makeAttempt, makeOrder, makePayment, minute } from './orders.fixture.ts'
import { isWatched } from './payment-checks.ts'
import { termsOf } from './provider-terms.ts'

test('payments of the same moment that say something else are not the same', () => {
  const one = makeOrder({ payment: makePayment([makeAttempt()]) })
  const other = makeOrder({ payment: makePayment([makeAttempt({ refusals: 1 })]) })
  assert.equal(one.payment?.changedAt, other.payment?.changedAt)
  assert.equal(isSamePayment(one, other), false)
  assert.equal(isSamePayment(one, structuredClone(one)), true)
})

test('a paid order is watched for the time of its provider, and not a moment longer', () => {
  const attempt = makeAttempt({ provider: 'line-pay', state: 'captured', captureId: 'C1' })
  const payment = makePayment([attempt], { captureId: 'C1' })
  const order = makeOrder({ status: '已付款', payment })
  const end = minute(0).getTime() + termsOf('line-pay').watchesPaidFor
  assert.equal(isWatched(order, new Date(end - 1)), true)
  assert.equal(isWatched(order, new Date(end)), false)
  assert.equal(isWatched({ ...order, status: '待付款' }, minute(1)), false)
})
