import assert from 'node:assert/strict'
import { test } from 'node:test'

import { CaptureIncompleteReason, CaptureStatus, OrderStatus } from '@paypal/paypal-server-sdk'

import { orderFromPaypal } from './orders.ts'

const { BuyerComplaint, Chargeback, PendingReview } = CaptureIncompleteReason

const TAKEN: readonly (readonly [CaptureStatus, CaptureIncompleteReason, string | undefined])[] = [
  [CaptureStatus.Refunded, BuyerComplaint, 'reversal'],
  [CaptureStatus.PartiallyRefunded, BuyerComplaint, 'reversal'],
  [CaptureStatus.Refunded, Chargeback, 'chargeback'],
  [CaptureStatus.Completed, Chargeback, undefined],
  [CaptureStatus.Pending, BuyerComplaint, undefined],
  [CaptureStatus.Refunded, PendingReview, undefined],
]

for (const [status, reason, takenBack] of TAKEN) {
  test(`a capture that is ${status} for ${reason} ${takenBack ? `was taken back by a ${takenBack}` : 'was taken back by nobody'}`, () => {
    const amount = { currencyCode: 'TWD', value: '3080' }
    const capture = { id: 'C1', status, statusDetails: { reason }, amount }
    const unit = { amount, payments: { captures: [capture], refunds: [] } }
    const order = { id: 'PP1', status: OrderStatus.Completed, purchaseUnits: [unit] }
    assert.equal(orderFromPaypal(order).captures[0]?.takenBack, takenBack)
  })
}
