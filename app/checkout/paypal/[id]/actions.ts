'use server'
import { z } from 'zod'

import { memberAction } from '#app/shopper-action.ts'
import type { FullAccount } from '#lib/account/account.ts'
import { WEIGHTS } from '#lib/limit/allowance.ts'
import { hasAllowance } from '#lib/limit/require-allowance.ts'
import { findOrder } from '#lib/order/find-orders.ts'
import type { Order } from '#lib/order/order.ts'
import { capturePayment, refreshPayment } from '#lib/payment/capture-payment.ts'
import { PAYMENT_METHODS } from '#lib/payment/methods.ts'
import { paymentAnswer, unsettledAttempts } from '#lib/payment/payment-status.ts'
import { startPayment } from '#lib/payment/start-payment.ts'
import { fail, ok } from '#lib/result.ts'

const id = z.string().min(1).max(64)

// All three ask PayPal, so they share one allowance; who asks too often has changed nothing.
async function withOrder<Answer>(
  account: FullAccount,
  { id, action }: { readonly id: string; readonly action: keyof typeof WEIGHTS },
  use: (order: Order) => Promise<Answer>,
) {
  const order = await findOrder(account, id)
  if (!order) return fail('not-found')
  // Every further attempt is a further question.
  const further = Math.max(0, unsettledAttempts(order).length - 1)
  const isAllowed = hasAllowance(account.uid, 'payment', WEIGHTS[action] + further)
  return isAllowed ? use(order) : fail('too-often')
}

/** Makes, or finds again, the provider's order on which the member's order is paid. */
export const startPaymentAction = memberAction(
  z.object({ id, method: z.enum(PAYMENT_METHODS) }),
  (account, input) =>
    withOrder(account, { id: input.id, action: 'startPayment' }, (order) =>
      startPayment(order, input.method),
    ),
)

/** Takes the money after the member approved it at PayPal, and says how the payment stands then. */
export const capturePaymentAction = memberAction(
  z.object({
    id,
    reference: z.string().regex(/^[A-Z0-9]{1,36}$/),
    /** Refusals of this attempt that the page has shown. */
    refusals: z.int().min(0).max(100),
  }),
  (account, input) =>
    withOrder(account, { id: input.id, action: 'capturePayment' }, async (order) => {
      const after = await capturePayment(order, input.reference, input.refusals)
      return ok(paymentAnswer(after, input.reference))
    }),
)

/** Asks how the payment stands, and finishes what was approved meanwhile. */
export const refreshPaymentAction = memberAction(z.object({ id }), (account, input) =>
  withOrder(account, { id: input.id, action: 'refreshPayment' }, async (order) =>
    ok(await refreshPayment(order)),
  ),
)
