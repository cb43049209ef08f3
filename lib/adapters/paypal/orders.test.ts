import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  CaptureIncompleteReason,
  type CapturedPayment,
  CaptureStatus,
  type Order,
  OrderStatus,
  type Refund,
  RefundStatus,
} from '@paypal/paypal-server-sdk'

import { orderFromPaypal, wholeAmount } from './orders.ts'

const money = (value: string) => ({ currencyCode: 'TWD', value })
const capture: CapturedPayment = {
  id: 'C1',
  status: CaptureStatus.Completed,
  amount: money('3080.00'),
  customId: 'doc-1',
  invoiceId: 'N-1',
  createTime: '2026-11-21T02:09:00Z',
}

function wire(captures: CapturedPayment[], refunds: Refund[] = []): Order {
  const unit = { amount: money('3080'), customId: 'doc-1', invoiceId: 'N-1' }
  return {
    id: 'PP1',
    status: OrderStatus.Completed,
    purchaseUnits: [{ ...unit, payments: { captures, refunds } }],
  }
}

const amounts: [string | undefined, number][] = [
  ['3080', 3080],
  ['3080.00', 3080],
  ['0', 0],
  ['3080.50', Number.NaN],
  ['-80', Number.NaN],
  ['1e3', Number.NaN],
  ['', Number.NaN],
  [undefined, Number.NaN],
]

for (const [value, amount] of amounts) {
  test(`the amount ${value} is ${amount}`, () => assert.equal(wholeAmount(value), amount))
}

const statuses: [OrderStatus, string][] = [
  [OrderStatus.Created, 'open'],
  [OrderStatus.PayerActionRequired, 'open'],
  [OrderStatus.Saved, 'open'],
  [OrderStatus.Approved, 'approved'],
  [OrderStatus.Voided, 'void'],
  [OrderStatus.Completed, 'completed'],
]

for (const [status, expected] of statuses) {
  test(`an order that PayPal calls ${status} is ${expected}`, () => {
    assert.equal(orderFromPaypal({ ...wire([]), status }).status, expected)
  })
}

const captures: [CaptureStatus, string, string?][] = [
  [CaptureStatus.Completed, 'completed'],
  [CaptureStatus.Pending, 'pending'],
  [CaptureStatus.Declined, 'declined'],
  [CaptureStatus.Failed, 'declined', 'FAILED'],
  [CaptureStatus.Refunded, 'refunded'],
  [CaptureStatus.PartiallyRefunded, 'partly-refunded'],
]

for (const [status, expected, reason] of captures) {
  test(`a capture that PayPal calls ${status} is ${expected}`, () => {
    const [seen] = orderFromPaypal(wire([{ ...capture, status }])).captures
    assert.equal(seen?.status, expected)
    assert.equal(seen.reason, reason)
  })
}

test('a capture is told in the words of the shop, with the reason why it waits', () => {
  const statusDetails = { reason: CaptureIncompleteReason.PendingReview }
  const pending = { ...capture, status: CaptureStatus.Pending, statusDetails }
  assert.deepEqual(orderFromPaypal(wire([pending])).captures, [
    {
      id: 'C1',
      status: 'pending',
      reason: 'PENDING_REVIEW',
      amount: 3080,
      currency: 'TWD',
      customId: 'doc-1',
      invoiceId: 'N-1',
      createTime: '2026-11-21T02:09:00Z',
    },
  ])
})

const refund = (id: string, status: RefundStatus): Refund => ({ id, status, amount: money('80') })

test('only a refund that is done has given money back', () => {
  const refunds = [
    refund('R1', RefundStatus.Completed),
    refund('R2', RefundStatus.Pending),
    refund('R3', RefundStatus.Failed),
    refund('R4', RefundStatus.Cancelled),
  ]
  const order = orderFromPaypal(wire([capture], refunds))
  assert.deepEqual(order.refunds, [{ id: 'R1', amount: 80, at: '' }])
})

const own = (id: string, status: RefundStatus, customId: string): Refund => ({
  ...refund(id, status),
  customId,
})

test('a refund of the shop is known again by its key, done or not (rule 320)', () => {
  const order = orderFromPaypal(
    wire(
      [capture],
      [
        own('R1', RefundStatus.Completed, 'refund:doc-1:1'),
        own('R2', RefundStatus.Pending, 'refund:doc-1:2'),
        own('R3', RefundStatus.Failed, 'refund:doc-1:3'),
        own('R4', RefundStatus.Completed, 'typed at PayPal'),
      ],
    ),
  )
  assert.deepEqual(order.refunds, [
    { id: 'R1', amount: 80, at: '', key: 'refund:doc-1:1' },
    { id: 'R4', amount: 80, at: '' },
  ])
  assert.deepEqual(order.unfinished, [
    { key: 'refund:doc-1:2', state: 'pending' },
    { key: 'refund:doc-1:3', state: 'failed' },
  ])
})

test('an order of several units agrees with no amount', () => {
  const { purchaseUnits = [] } = wire([])
  const order = orderFromPaypal({ purchaseUnits: [...purchaseUnits, ...purchaseUnits] })
  assert.equal(order.amount, Number.NaN)
})

test('an order of which PayPal says nothing is open, and agrees with nothing', () => {
  const order = orderFromPaypal({})
  assert.equal(order.status, 'open')
  assert.deepEqual([order.amount, order.currency, order.customId], [Number.NaN, '', ''])
})
