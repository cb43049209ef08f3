import assert from 'node:assert/strict'

import type { ChangeContext } from '#lib/order/events.ts'
import { endReview } from './end-review.ts'
import {
  afterChange,
  capturedVerdict,
  capturing,
  inReview,
  inStock,
  makeAttempt,
  makeCapture,
  minute,
  settleAs,
  TOTAL,
  withAttempts,
} from './orders.fixture.ts'
import type { ReviewEnd } from './review-end.ts'
import type { ReviewCapture, ProviderBooks, ReviewEvidence } from './review-evidence.ts'

export const context: ChangeContext = {
  now: minute(180),
  by: 'owner',
  who: 'wang',
  reason: '已和買家確認',
}

export function makeHeld(
  id: string,
  status: ReviewCapture['status'],
  overrides: Partial<ReviewCapture> = {},
) {
  const refundedAmount = status === 'refunded' ? TOTAL : 0
  const reference = id.replace('C', 'PP')
  return { ...makeCapture({ id, status }), reference, refundedAmount, refunds: [], ...overrides }
}

export const kept = makeHeld('C1', 'completed')

export const back = makeHeld('C2', 'refunded')

export const nothing: ProviderBooks = { payments: 0, left: 0 }

export const paidBack: ProviderBooks = { payments: 1, left: 0 }

export function end(as: ReviewEnd, evidence: ReviewEvidence, order = inReview()) {
  const answer = endReview(order, { stock: inStock(9), end: as, ...evidence }, context)
  assert.ok(answer.ok)
  return afterChange(order, answer.data)
}

export const twice = (() => {
  const two = capturing(
    withAttempts(makeAttempt(), makeAttempt({ number: 2, provider: 'line-pay', reference: 'PP2' })),
  )
  const paid = settleAs(two, capturedVerdict())
  return settleAs(paid, capturedVerdict('C2'), { reference: 'PP2' })
})()
