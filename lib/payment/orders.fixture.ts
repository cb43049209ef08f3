import assert from 'node:assert/strict'

import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import type { CurrentStock } from '#lib/inventory/stock.ts'
import { applyChange } from '#lib/order/apply.ts'
import type { ChangeContext } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { SIZES } from '#lib/product/sizes.ts'
import type { Result } from '#lib/result.ts'
import { applyDispute } from './apply-dispute.ts'
import { beginCapture } from './capture-claim.ts'
import type { Dispute } from './dispute.ts'
import { evaluateProviderOrder, type PaymentOutcome } from './payment-outcome.ts'
import { paymentState } from './payment-status.ts'
import type { Attempt, Payment } from './payment.ts'
import type { ProviderCapture, ProviderOrder } from './provider.ts'
import { applyVerdict } from './settlement.ts'

const PLACED = Date.parse('2026-11-21T02:00:00.000Z')
export const TOTAL = 3080
export const NUMBER = 'Order2026112110-0001'

/** The instant so many minutes after the order was placed. */
export function minute(minutes: number): Date {
  return new Date(PLACED + Math.round(minutes * 60_000))
}

/** The same in ISO 8601. */
export const at = (minutes: number): string => minute(minutes).toISOString()

/** A change so many minutes after the order was placed. */
export function after(minutes: number, by: ChangeContext['by'] = 'member'): ChangeContext {
  return { now: minute(minutes), by }
}

/** An unpaid order of NT$3,080 without a payment. */
export function makeOrder(overrides: Partial<Order> = {}): Order {
  return {
    id: 'doc-1',
    orderNumber: NUMBER,
    uid: 'ada',
    email: 'ada@example.com',
    createdAt: at(0),
    status: '待付款',
    totalAmount: TOTAL,
    items: [],
    recipient: EMPTY_RECIPIENT,
    shippingMethod: 'home',
    timeCode: '2026112110',
    history: [],
    ...overrides,
  }
}

/** An attempt by the PayPal button that waits for its buyer since minute 1; its reference is PP with its number. */
export function makeAttempt(overrides: Partial<Attempt> = {}): Attempt {
  return {
    number: 1,
    provider: 'paypal',
    method: 'paypal',
    state: 'open',
    reference: `PP${overrides.number ?? 1}`,
    captureAttempt: 1,
    sends: 0,
    refusals: 0,
    approvalEvents: [],
    startedAt: at(1),
    changedAt: at(1),
    ...overrides,
  }
}

/** A payment of these attempts; its state follows from them. */
export function makePayment(
  attempts: readonly Attempt[],
  overrides: Partial<Omit<Payment, 'state'>> = {},
): Payment {
  const payment = {
    method: 'paypal' as const,
    attempts: [...attempts],
    references: attempts.flatMap(({ reference }) => reference ?? []),
    refundedAmount: 0,
    refunds: [],
    changedAt: at(1),
    ...overrides,
  }
  return { ...payment, state: paymentState(payment, TOTAL) }
}

/** An unpaid order with these attempts. */
export function withAttempts(...attempts: readonly Attempt[]): Order {
  return makeOrder({ payment: makePayment(attempts) })
}

/** An order whose payment is under review. */
export function inReview(overrides: Partial<Order> = {}): Order {
  const review = { reason: 'second-capture' as const, at: at(5) }
  const payment = makePayment([makeAttempt(), makeAttempt({ number: 2 })], { review })
  return makeOrder({ payment, ...overrides })
}

/** A capture of the whole amount that agrees with the order. */
export function makeCapture(overrides: Partial<ProviderCapture> = {}): ProviderCapture {
  return {
    id: 'C1',
    status: 'completed',
    amount: TOTAL,
    currency: 'TWD',
    customId: 'doc-1',
    invoiceId: NUMBER,
    createTime: '2026-11-21T02:09:00Z',
    ...overrides,
  }
}

/** The provider's order of the first attempt, captured in full. */
export function makeProviderOrder(overrides: Partial<ProviderOrder> = {}): ProviderOrder {
  return {
    id: 'PP1',
    status: 'completed',
    amount: TOTAL,
    currency: 'TWD',
    customId: 'doc-1',
    invoiceId: NUMBER,
    captures: [makeCapture()],
    refunds: [],
    ...overrides,
  }
}

/** The verdict of a capture that brought money, of which so much was given back. */
export function capturedVerdict(id = 'C1', refundedAmount = 0): PaymentOutcome {
  const refunds = refundedAmount === 0 ? [] : [{ id: `R-${id}`, amount: refundedAmount, at: at(9) }]
  const part = refundedAmount < TOTAL ? 'partly-refunded' : 'refunded'
  const status = refundedAmount === 0 ? 'completed' : part
  return { kind: 'captured', capture: makeCapture({ id, status }), refundedAmount, refunds }
}

/** A dispute of the first capture in this state. */
export function makeDispute(state: Dispute['state'], overrides: Partial<Dispute> = {}): Dispute {
  return { id: 'PP-D-1', state, reason: 'UNAUTHORISED', changedAt: at(5), ...overrides }
}

/** The order after the provider told of a dispute; `before` is the order as it was then. */
export function afterDispute(order: Order, given: Dispute, before = order): Order {
  const { changedAt: _changedAt, ...dispute } = given
  return afterChange(order, applyDispute(order, { dispute, before }, after(20, 'provider')))
}

/** The sizes of the one product. */
export const MADE = [{ id: 'otr-001', sizes: SIZES }]

/** Stock of the one product, with none reserved. `oversellReason` is the owner's reason to oversell. */
export function inStock(left: number, oversellReason?: string): CurrentStock {
  return {
    taken: new Map(),
    offers: [{ id: 'otr-001', sizes: SIZES, stock: left }],
    oversellReason,
  }
}

/** The order after a change, or as it was. */
export function afterChange(order: Order, change: OrderChange | undefined): Order {
  return change ? applyChange(order, change) : order
}

/** The change in an answer; throws when it was refused. */
export function changeIn(answer: Result<OrderChange | undefined, string>): OrderChange | undefined {
  if (answer.ok) return answer.data
  throw new Error(`Refused: ${answer.code}`)
}

/** The order after the provider's verdict on an attempt, asked about the order as it stands. */
export function settleAs(
  order: Order,
  verdict: PaymentOutcome,
  { now = 10, reference = 'PP1', before = order } = {},
): Order {
  const result = { reference, verdict, before }
  return afterChange(order, applyVerdict(order, result, after(now, 'provider')))
}

/** The order after the provider was asked about its first attempt and showed this. */
export function afterShown(
  order: Order,
  overrides: Partial<ProviderOrder>,
  context: Partial<ChangeContext> = {},
): Order {
  const expected = { id: order.id, number: NUMBER, totalAmount: TOTAL, ...order.payment }
  const verdict = evaluateProviderOrder(makeProviderOrder(overrides), expected)
  const result = { reference: 'PP1', verdict, before: order }
  return afterChange(order, applyVerdict(order, result, { ...after(30, 'provider'), ...context }))
}

/** The order whose attempt is captured for its buyer, who has seen so many refusals. */
export function capturing(
  order: Order,
  now = 2,
  { reference = 'PP1', observedRefusals = 0, claim = 'claim-1' } = {},
): Order {
  const approval = { observedRefusals }
  return afterChange(order, beginCapture(order, { reference, claim, approval }, after(now)))
}

/** The attempt of an order under a number; throws when there is none. */
export function attemptOf(order: Order, number = 1): Attempt {
  const attempt = order.payment?.attempts.find((one) => one.number === number)
  return attempt ?? assert.fail(`The order has no attempt ${number}`)
}
