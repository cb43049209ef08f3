import type { OrderChange, OrderEvent } from '../order/order.ts'
import { type Payment, PAYMENT_MOVES, type PaymentState, recheckAfter } from './payment.ts'

/** Who brings a change about, and when. */
export type Occasion = { readonly now: Date; readonly by: OrderEvent['by'] }

/** What a payment becomes: its next state, why, and what else it then remembers. */
export type Step = Partial<Omit<Payment, 'state' | 'reason'>> & {
  state: PaymentState
  reason: string
}

// A state entered anew starts its own clock: nextCheckAt never outlives the state it belongs to.
function moved(payment: Payment, step: Step, { now }: Occasion): Payment {
  const { nextCheckAt: _next, ...kept } = payment
  const wait = recheckAfter(step.state)
  return {
    ...kept,
    ...step,
    changedAt: now.toISOString(),
    ...(wait === undefined ? {} : { nextCheckAt: new Date(now.getTime() + wait).toISOString() }),
  }
}

/** The change that moves a payment on, with its event and reason for the order's history. */
export function changeTo(payment: Payment, step: Step, occasion: Occasion): OrderChange {
  return {
    payment: moved(payment, step, occasion),
    event: {
      at: occasion.now.toISOString(),
      by: occasion.by,
      what: `payment-${step.state}`,
      reason: step.reason,
    },
  }
}

/** Whether a payment may move so; an order without payment may only begin one. */
export function canMovePayment(from: PaymentState | undefined, to: PaymentState): boolean {
  return from === undefined ? to === 'creating' : PAYMENT_MOVES[from].includes(to)
}
