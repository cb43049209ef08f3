'use server'

import { z } from 'zod'

import { memberAction } from '#app/member-action.ts'
import type { FullAccount } from '#lib/account/account.ts'
import { findOrder } from '#lib/order/find-order.ts'
import type { Order } from '#lib/order/order.ts'
import { capturePayment, refreshPayment } from '#lib/payment/capture-payment.ts'
import { paymentMethodSchema } from '#lib/payment/payment.ts'
import { paymentAnswer } from '#lib/payment/payment-status.ts'
import { startPayment } from '#lib/payment/start-payment.ts'
import { done, refused } from '#lib/result.ts'

const id = z.string().min(1).max(64)

async function withOrder<Answer>(
  account: FullAccount,
  orderId: string,
  use: (order: Order) => Promise<Answer>,
) {
  const order = await findOrder(orderId, account)
  return order ? use(order) : refused('not-found')
}

async function answerAfter(work: Promise<Order>, reference?: string) {
  return done(paymentAnswer(await work, reference))
}

/** Makes, or finds again, the provider's order on which the member's order is paid. */
export const startPaymentAction = memberAction(
  z.object({ id, method: paymentMethodSchema }),
  (account, input) => withOrder(account, input.id, (order) => startPayment(order, input.method)),
)

/** Takes the money after the member approved it at PayPal, and says how the payment stands then. */
export const capturePaymentAction = memberAction(
  z.object({
    id,
    reference: z.string().regex(/^[A-Z0-9]{1,36}$/),
    /** How many refusals of this attempt the page has shown. */
    refusals: z.int().min(0).max(100),
  }),
  (account, input) =>
    withOrder(account, input.id, (order) =>
      answerAfter(capturePayment(order, input.reference, input.refusals), input.reference),
    ),
)

/** Asks PayPal how the payment stands, and finishes what was approved meanwhile. */
export const refreshPaymentAction = memberAction(z.object({ id }), (account, input) =>
  withOrder(account, input.id, (order) => answerAfter(refreshPayment(order))),
)
