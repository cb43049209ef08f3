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
  ApiError,
  ArgumentsValidationError,
} from '@paypal/paypal-server-sdk'
import { orderFromPaypal, wholeAmount, paypalProblem } from './orders.ts'
import type { ProblemKind } from '../../order/payment/provider.ts'

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

const request = {
  method: 'POST' as const,
  url: 'https://api-m.sandbox.paypal.com/v2/checkout/orders/PP1/capture',
  headers: { authorization: 'Bearer secret-token' },
}

function makeFailure(
  statusCode: number,
  body: string,
  headers: Record<string, string> = {},
): ApiError {
  return new ApiError({ request, response: { statusCode, body, headers } }, 'failed')
}

function answer(statusCode: number, issue: string): ApiError {
  return makeFailure(
    statusCode,
    JSON.stringify({ name: 'UNPROCESSABLE_ENTITY', debug_id: 'd1', details: [{ issue }] }),
  )
}

const answers: [number, string, ProblemKind][] = [
  [422, 'ORDER_ALREADY_CAPTURED', 'read-back'],
  [422, 'DUPLICATE_REQUEST_ID', 'read-back'],
  [422, 'ORDER_NOT_APPROVED', 'not-approved'],
  [422, 'DUPLICATE_INVOICE_ID', 'duplicate'],
  [422, 'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED', 'final'],
  [422, 'INSTRUMENT_DECLINED', 'refused'],
  [422, 'PAYER_ACTION_REQUIRED', 'refused'],
  [422, 'PAYER_CANNOT_PAY', 'refused'],
  [403, 'PERMISSION_DENIED', 'refused'],
  [400, 'INVALID_PARAMETER_VALUE', 'refused'],
  [404, 'INVALID_RESOURCE_ID', 'missing'],
  [404, 'RESOURCE_NOT_FOUND', 'missing'],
  // Another address than PayPal's answers so: nothing is known then.
  [404, 'UNKNOWN', 'unknown'],
  [401, 'ORDER_NOT_APPROVED', 'unknown'],
  [408, 'INSTRUMENT_DECLINED', 'unknown'],
  [409, 'INSTRUMENT_DECLINED', 'unknown'],
  [429, 'RATE_LIMIT_REACHED', 'unknown'],
  [500, 'INSTRUMENT_DECLINED', 'unknown'],
  [503, 'SERVICE_UNAVAILABLE', 'unknown'],
]

for (const [status, issue, kind] of answers) {
  test(`${status} ${issue} means ${kind}`, () => {
    const problem = paypalProblem('capture', answer(status, issue))
    assert.equal(problem.kind, kind)
    assert.equal(problem.status, status)
    assert.equal(problem.issue, issue)
    assert.equal(problem.debugId, 'd1')
  })
}

const bodies: [string, string, string][] = [
  ['no details', '{"name":"NOT_AUTHORIZED"}', 'NOT_AUTHORIZED'],
  ['empty details', '{"name":"NOT_AUTHORIZED","details":[]}', 'NOT_AUTHORIZED'],
  ['details of another shape', '{"name":"X","details":"y"}', 'UNKNOWN'],
  ['no JSON', '<html>', 'UNKNOWN'],
  ['no body', '', 'UNKNOWN'],
]

for (const [name, body, issue] of bodies) {
  test(`an answer with ${name} is ${issue}, with the debug id of its header`, () => {
    const problem = paypalProblem('get', makeFailure(422, body, { 'paypal-debug-id': 'd2' }))
    assert.equal(problem.issue, issue)
    assert.equal(problem.debugId, 'd2')
    assert.equal(problem.kind, 'refused')
  })
}

test('an answer tells the end of its second by the clock of PayPal', () => {
  const date = 'Mon, 23 Nov 2026 02:03:04 GMT'
  for (const name of ['date', 'Date']) {
    const { at } = paypalProblem('capture', makeFailure(422, '{}', { [name]: date }))
    assert.equal(at, '2026-11-23T02:03:04.999Z')
  }
  const unknown: readonly Record<string, string>[] = [{}, { date: 'soon' }]
  for (const headers of unknown) {
    assert.equal(paypalProblem('capture', makeFailure(422, '{}', headers)).at, undefined)
  }
})

class TimedOut extends Error {
  override readonly name = 'AxiosError'
}

const unanswered: [unknown, ProblemKind, string][] = [
  [new TimedOut('timeout of 10000ms exceeded'), 'unknown', 'AxiosError'],
  [new Error('x'), 'unknown', 'Error'],
  ['thrown text', 'unknown', 'Error'],
  [new ArgumentsValidationError({ id: [] }), 'refused', 'ArgumentsValidationError'],
]

for (const [error, kind, issue] of unanswered) {
  test(`${issue} without an answer means ${kind}`, () => {
    const problem = paypalProblem('create', error)
    assert.deepEqual([problem.kind, problem.issue, problem.status], [kind, issue, undefined])
  })
}

test('a problem holds no token and nothing else of the request (rule 393)', () => {
  const problem = paypalProblem('capture', answer(422, 'INSTRUMENT_DECLINED'))
  assert.doesNotMatch(
    JSON.stringify(problem) + problem.message + problem.stack,
    /secret-token|Bearer/,
  )
  assert.equal(problem.cause, undefined)
})
