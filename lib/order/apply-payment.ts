import { nextCheck } from './payment/sweep-schedule.ts'
import { isDisputed } from './payment/disputes.ts'
import type { Attempt, Payment } from './payment/payment.ts'
import { paymentState } from './payment/payment-state.ts'
import type { OrderEvent } from './events.ts'
import type { SweepSchedule, Order } from './order.ts'

/** The order with another time of the sweep's next check, or with none. */
export function withCheck({ check: _check, ...order }: Order, check: SweepSchedule | null): Order {
  return check === null ? order : { ...order, check }
}

/**
 * The order with another payment. Its state follows from its attempts, and the time of the sweep's next check from
 * its state.
 */
export function withPayment(
  order: Order,
  { state: _state, ...input }: Omit<Payment, 'state'> & { readonly state?: Payment['state'] },
  { at }: Pick<OrderEvent, 'at'>,
): Order {
  const disputed = input.disputes ? { disputed: isDisputed(input) } : {}
  const changed = { ...input, ...disputed, changedAt: at }
  const payment: Payment = { ...changed, state: paymentState(changed, order.totalAmount) }
  const next = { ...order, payment }
  return withCheck(next, nextCheck(next, new Date(at), 0))
}

/** The payment with the attempt under this number changed. */
export function withAttempt(
  payment: Payment,
  number: number,
  change: (attempt: Attempt) => Attempt,
): Payment {
  return {
    ...payment,
    attempts: payment.attempts.map((one) => (one.number === number ? change(one) : one)),
  }
}
