import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  after,
  afterChange,
  afterShown,
  capturedVerdict,
  capturing,
  changeIn,
  makeAttempt,
  makeCapture,
  settleAs,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import { reserveRefund } from '#lib/payment/refund/request-refund.ts'
import { refundedSince } from './refunded-since.ts'

const paid = settleAs(capturing(withAttempts(makeAttempt())), capturedVerdict())

test('the faster owner is named, with amount, time and the rest', () => {
  const context = { ...after(30, 'owner'), who: '林小姐', reason: '尺寸不合' }
  const request = { amount: 500, key: 'press-1' }
  const order = afterChange(paid, changeIn(reserveRefund(paid, request, context)))
  assert.equal(
    refundedSince(order, 3080),
    '林小姐 退款 NT$500（2026年11月21日 10:30）；現在最多可退 NT$2,580。',
  )
})

const part = (id: string, amount: number, at: string) => ({ id, amount, at })

test('only what changed since is reported, also when it was done at the provider', () => {
  const order = afterShown(paid, {
    captures: [makeCapture({ status: 'partly-refunded' })],
    refunds: [part('R1', 80, '2026-11-21T03:00:00Z'), part('R2', 500, '2026-11-21T04:00:00Z')],
  })
  assert.equal(
    refundedSince(order, 3000),
    'PayPal 退款 NT$500（2026年11月21日 12:00）；現在最多可退 NT$2,500。',
  )
})

test('only the rest is shown when more is left than was shown', () => {
  assert.equal(refundedSince(paid, 2580), '現在最多可退 NT$3,080。')
})
