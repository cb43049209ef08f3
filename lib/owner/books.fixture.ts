import { orderOf, type PaypalTransaction } from '#lib/ledger/disagreements.ts'
import { movementsOf } from '#lib/order/apply.ts'
import type { Order } from '#lib/order/order.ts'
import {
  at,
  makeAttempt,
  makeCapture,
  makeOrder,
  makePayment,
  NUMBER,
  TOTAL,
} from '#lib/payment/orders.fixture.ts'
import type { Payment } from '#lib/payment/payment.ts'
import type { Books } from './books.ts'
import { monthSpan } from './month.ts'

export const NOVEMBER = monthSpan('2026-11')

// The last minute of November and the first of December in Taipei.
export const LAST = '2026-11-30T15:59:00.000Z'

export function makePaid(createTime: string, payment: Partial<Omit<Payment, 'state'>> = {}): Order {
  const attempts = [makeAttempt({ state: 'captured', captureId: 'C1' })]
  const captured = makePayment(attempts, { captureId: 'C1', ...payment })
  const paymentDetails = { ...makeCapture({ createTime }) }
  return makeOrder({ status: '已付款', paidAt: createTime, paymentDetails, payment: captured })
}

export const sale = (overrides: Partial<PaypalTransaction> = {}): PaypalTransaction => ({
  id: 'C1',
  kind: 'payment',
  status: 'S',
  amount: TOTAL,
  fee: -146,
  currency: 'TWD',
  invoiceId: NUMBER,
  captureId: 'C1',
  at: LAST,
  ...overrides,
})

export const refund = (overrides: Partial<PaypalTransaction> = {}) =>
  sale({ id: 'R1', kind: 'refund', amount: -80, fee: undefined, ...overrides })

export const books = (booked: readonly PaypalTransaction[], orders: readonly Order[]): Books => ({
  booked,
  stored: orders.flatMap((order) => movementsOf(order)),
  orderOf: (paypalTransaction) => {
    const order = orderOf(paypalTransaction, orders)
    return order && { id: order.id, number: order.orderNumber }
  },
})

export function makePaidReconciliation(
  payment: Partial<Omit<Payment, 'state'>> = {},
  overrides: Partial<Order> = {},
): Order {
  const attempts = [makeAttempt({ state: 'captured', captureId: 'C1' })]
  const captured = makePayment(attempts, { captureId: 'C1', ...payment })
  return makeOrder({ status: '已付款', paidAt: at(0), payment: captured, ...overrides })
}
