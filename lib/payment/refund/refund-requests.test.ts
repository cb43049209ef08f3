import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  after,
  at,
  capturedVerdict,
  capturing,
  afterChange,
  changeIn,
  makeAttempt,
  makePayment,
  settleAs,
  TOTAL,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import type { UnfinishedRefund } from '#lib/payment/provider.ts'
import { observedRequests } from '#lib/payment/record-money.ts'
import { type RefundRequest, refundKey } from './refund-record.ts'
import { reserveRefund } from './request-refund.ts'

const paid = settleAs(capturing(withAttempts(makeAttempt())), capturedVerdict())
const by = { ...after(20, 'owner'), reason: '瑕疵' }
const input: RefundRequest = {
  number: 1,
  amount: 500,
  reason: '瑕疵',
  idempotencyKey: 'press-1',
  who: '林店主',
  state: 'sending',
  at: at(20),
}
const key = refundKey('doc-1', 1)

const SEEN: readonly (readonly [
  what: string,
  state: RefundRequest['state'],
  there: UnfinishedRefund['state'],
  becomes: RefundRequest['state'],
])[] = [
  ['a pending one that is sent', 'sending', 'pending', 'pending'],
  ['a failed one that is sent', 'sending', 'failed', 'refused'],
  ['a failed one that is done', 'done', 'failed', 'done'],
  ['a pending one that is done', 'done', 'pending', 'done'],
]

for (const [what, state, there, becomes] of SEEN) {
  test(`${what} here is ${becomes} afterwards`, () => {
    const seen = { refunds: [], unfinished: [{ key, state: there }] }
    const [request] = observedRequests({ id: 'doc-1' }, [{ ...input, state }], seen)
    assert.equal(request?.state, becomes)
  })
}

test('a refund on its way leaves nothing to refund', () => {
  const all = afterChange(
    paid,
    changeIn(reserveRefund(paid, { amount: 'rest', key: 'press-1' }, by)),
  )
  const [request] = all.payment?.refundRequests ?? []
  assert.ok(all.payment && request)
  const payment = { ...all.payment, refundRequests: [{ ...request, state: 'pending' as const }] }
  const again = { amount: 'rest', key: 'press-2' } as const
  const answer = reserveRefund({ ...all, payment }, again, by)
  assert.deepEqual(answer, { ok: false, code: 'nothing-left' })
})

test('money for an order that was cancelled, and is back in part, never makes it paid', () => {
  const order = withAttempts(makeAttempt({ state: 'capturing', sends: 1 }))
  const cancelled = {
    ...order,
    status: '已取消' as const,
    payment: makePayment(order.payment?.attempts ?? []),
  }
  const all = settleAs(cancelled, capturedVerdict('C1', TOTAL))
  assert.equal(all.status, '已取消')
  assert.equal(all.payment?.state, 'refunded')
  const part = settleAs(cancelled, capturedVerdict('C1', 80))
  assert.equal(part.status, '已取消')
  assert.equal(part.payment?.review?.reason, 'paid-after-cancel')
})
