import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  type CapturedPayment,
  CaptureIncompleteReason,
  CaptureStatus,
  type Order,
  OrderStatus,
  type Refund,
  RefundStatus,
} from '@paypal/paypal-server-sdk'

import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import type { OrderToPay } from '#lib/payment/provider.ts'
import {
  type DateRange,
  orderFromPaypal,
  orderRequest,
  readWhole,
  StretchTooFull,
  wholeAmount,
} from './orders.ts'

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

test('a capture is reported in the words of the shop, with the reason why it waits', () => {
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

test('a refund of the shop is known again by its key, done or not', () => {
  const order = orderFromPaypal(
    wire(
      [capture],
      [
        own('R1', RefundStatus.Completed, 'refund:doc-1:1'),
        own('R2', RefundStatus.Pending, 'refund:doc-1:2'),
        own('R3', RefundStatus.Failed, 'refund:doc-1:3'),
        own('R4', RefundStatus.Completed, 'typed at PayPal'),
        own('R5', RefundStatus.Pending, 'typed at PayPal'),
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

const RECIPIENT = {
  ...EMPTY_RECIPIENT,
  firstName: '小明',
  lastName: '王',
  phone: '0912345678',
  email: 'ming@example.com',
  zipcode: '100',
  city: '臺北市',
  area: '中正區',
  address: '重慶南路一段 122 號',
}
const ORDER: OrderToPay = {
  id: 'doc-1',
  orderNumber: 'Order2026112110-0001',
  attempt: 1,
  totalAmount: 3080,
  units: 2,
  recipient: RECIPIENT,
  method: 'paypal',
  returnUrl: 'https://ourtee.example/checkout/paypal/doc-1',
  cancelUrl: 'https://ourtee.example/checkout/paypal/doc-1',
}
const PAYER = {
  emailAddress: 'ming@example.com',
  name: { givenName: '小明', surname: '王' },
  address: {
    addressLine1: '重慶南路一段 122 號',
    adminArea2: '中正區',
    adminArea1: '臺北市',
    postalCode: '100',
    countryCode: 'TW',
  },
}

for (const method of ['paypal', 'card'] as const) {
  test(`by ${method} the whole amount is asked for in TWD, with the order's number`, () => {
    assert.deepEqual(orderRequest({ ...ORDER, method }).purchaseUnits, [
      {
        referenceId: 'default',
        description: 'OURTEE Order2026112110-0001',
        customId: 'doc-1',
        invoiceId: 'Order2026112110-0001',
        amount: { currencyCode: 'TWD', value: '3080' },
      },
    ])
  })

  test(`by ${method} the payer has the recipient's name, e-mail and address in Taiwan`, () => {
    const { paymentSource, payer } = orderRequest({ ...ORDER, method })
    assert.partialDeepStrictEqual(method === 'paypal' ? paymentSource?.paypal : payer, PAYER)
  })

  test(`by ${method} PayPal asks for no shipping address`, () => {
    const { paymentSource, applicationContext } = orderRequest({ ...ORDER, method })
    const context = paymentSource?.paypal?.experienceContext ?? applicationContext
    assert.equal(context?.shippingPreference, 'NO_SHIPPING')
  })
}

test('empty fields of a recipient are left out, and so is an e-mail that PayPal would refuse', () => {
  const recipient = { ...EMPTY_RECIPIENT, lastName: '王', email: '王芳@例子.tw' }
  const { payer } = orderRequest({ ...ORDER, method: 'card', recipient })
  assert.deepEqual(payer, { name: { surname: '王' } })
})

/** A fake list of instants: at most `most` per range, three a page. */
function listOf(times: readonly number[], max: number) {
  const requests: DateRange[] = []
  const readPage = async (stretch: DateRange, page: number) => {
    requests.push(stretch)
    const items = times.filter((time) => time >= stretch.from && time < stretch.until)
    if (items.length > max) return undefined
    return { items: items.slice((page - 1) * 3, page * 3), pages: Math.ceil(items.length / 3) }
  }
  return { asked: requests, readPage }
}

const times = Array.from({ length: 40 }, (_, index) => index * 1000)

test('a month of more bookings than PayPal tells at once is read whole, in halves', async () => {
  const { asked: requests, readPage } = listOf(times, 10)
  assert.deepEqual(await readWhole({ from: 0, until: 40_000 }, readPage), times)
  assert.ok(requests.length > 4)
})

test('a list that fits is asked for once a page', async () => {
  const { asked: requests, readPage } = listOf(times.slice(0, 7), 10)
  assert.equal((await readWhole({ from: 0, until: 40_000 }, readPage)).length, 7)
  assert.equal(requests.length, 3)
})

test('a second with more bookings than PayPal tells is an error, never a short list', async () => {
  const { readPage } = listOf(
    Array.from({ length: 11 }, () => 5000),
    10,
  )
  await assert.rejects(readWhole({ from: 0, until: 40_000 }, readPage), StretchTooFull)
  // Two seconds are the shortest stretch that is parted: one second a half.
  const { asked: parted, readPage: readParted } = listOf([0, 0, 0, 1500], 3)
  assert.equal((await readWhole({ from: 0, until: 2000 }, readParted)).length, 4)
  assert.ok(parted.length > 1)
})

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
