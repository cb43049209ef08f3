'use server'
import { z } from 'zod'

import { memberAction } from '#app/shopper-action.ts'
import { drawnHalfSchema } from '#lib/half/drawn-half-schema.ts'
import { hasAllowance } from '#lib/limit/require-allowance.ts'
import { cancelOrder } from '#lib/order/cancel-order.ts'
import { chooseHalf } from '#lib/order/choose-half.ts'
import { findOrder } from '#lib/order/find-orders.ts'
import { requestCancellation } from '#lib/order/request-cancellation.ts'
import { requestReturn } from '#lib/order/return/request-return.ts'
import { returnedUnitsSchema } from '#lib/order/return/return-record.ts'
import { unsettledAttempts } from '#lib/payment/payment-status.ts'
import { fail, ok } from '#lib/result.ts'
import { multiLineText, singleLineText } from '#lib/text/text-schemas.ts'

/** Cancels the member's own unpaid order, unless money may be on its way. */
export const cancelOrderAction = memberAction(
  z.object({ id: z.string().min(1).max(64) }),
  async (account, input) => {
    const order = await findOrder(account, input.id)
    if (!order) return fail('not-found')
    const questions = Math.max(1, unsettledAttempts(order).length)
    if (!hasAllowance(account.uid, 'payment', questions)) return fail('too-often')
    const context = { now: new Date(), by: 'member' } as const
    const cancelled = await cancelOrder(order, 'by-member', context)
    return cancelled.ok ? ok({ status: cancelled.data.status }) : cancelled
  },
)

/** Asks for the return of units of the member's own order. */
export const requestReturnAction = memberAction(
  z.object({
    id: z.string().min(1).max(64),
    items: z.array(returnedUnitsSchema).max(100),
    reason: multiLineText(500),
    contact: singleLineText(120),
  }),
  requestReturn,
  'settings',
)

/** Puts the half that the member drew on an own order, or takes it off. */
export const chooseHalfAction = memberAction(
  z.object({ id: z.string().min(1).max(64), half: drawnHalfSchema.optional() }),
  chooseHalf,
  'settings',
)

/** Asks for the cancellation of the member's own paid order, while its right to it lasts. */
export const requestCancellationAction = memberAction(
  z.object({ id: z.string().min(1).max(64) }),
  requestCancellation,
  'settings',
)
