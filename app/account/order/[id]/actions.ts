'use server'

import { z } from 'zod'

import { memberAction } from '#app/member-action.ts'
import { cancelOrder } from '#lib/order/cancel-order.ts'
import { hasAllowance } from '#lib/limit/require-allowance.ts'
import { findOrder } from '#lib/order/find-order.ts'
import { unsettledAttempts } from '#lib/payment/payment-status.ts'
import { ok, fail } from '#lib/result.ts'

/** Cancels the member's own unpaid order, unless money may be on its way. */
export const cancelOrderAction = memberAction(
  z.object({ id: z.string().min(1).max(64) }),
  async (account, input) => {
    const order = await findOrder(input.id, account)
    if (!order) return fail('not-found')
    const questions = Math.max(1, unsettledAttempts(order).length)
    if (!hasAllowance(account.uid, 'payment', questions)) return fail('too-often')
    const context = { now: new Date(), by: 'member' } as const
    const cancelled = await cancelOrder(order, 'by-member', context)
    return cancelled.ok ? ok({ status: cancelled.data.status }) : cancelled
  },
)
