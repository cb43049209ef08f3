import 'server-only'

import { readOrder } from '../adapters/firestore/orders.ts'
import { execute } from '../order/execute.ts'
import { newEvent } from '../order/events.ts'
import type { Order } from '../order/order.ts'
import { findProvider } from '../order/payment/ask-provider.ts'
import { ProviderProblem } from '../order/payment/provider.ts'
import type { HeldCapture, ReviewRefusal } from '../order/payment/review.ts'
import { fail, ok, type Result } from '../result.ts'
import { changeContext, type OwnerContext } from './owner-context.ts'
import { providerRefundFailure, type RefundFailure } from './refund-order.ts'
import { capturesOf, resolveReview } from './resolve-review.ts'

/** Why a refund under review failed. */
export type RefundReviewFailure = ReviewRefusal | RefundFailure

const leftOf = ({ amount, refundedAmount }: HeldCapture) => amount - refundedAmount

const isHeld = ({ status }: HeldCapture) => status === 'completed' || status === 'partly-refunded'

/** The captures of which the provider holds money. */
export function heldMoney(captures: readonly HeldCapture[]): readonly HeldCapture[] {
  return captures.filter((capture) => isHeld(capture) && leftOf(capture) > 0)
}

// All that is left of a capture goes back, so that a repeat finds nothing more, with a key or without.
async function giveBack(
  { id, orderNumber, payment }: Order,
  capture: HeldCapture,
): Promise<RefundReviewFailure | undefined> {
  const attempt = payment?.attempts.find(({ reference }) => reference === capture.reference)
  const amount = leftOf(capture)
  try {
    await findProvider(attempt?.provider ?? 'paypal').refund({
      captureId: capture.id,
      amount,
      key: `${id}-V-${capture.id}-${amount}`,
      invoiceId: `${orderNumber}-V${attempt?.number ?? 0}`,
    })
    return undefined
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    return error.kind === 'unknown' ? undefined : providerRefundFailure(error.issue)
  }
}

/**
 * Refunds one capture of an order under review, or all, as the owner says, and ends the review by what the provider then
 * holds. What is about to be sent is in the history before. Throws ProviderProblem and DatabaseUnavailable.
 */
export async function refundReview({
  orderId,
  capture,
  reason,
  context,
}: {
  readonly orderId: string
  readonly capture: string
  readonly reason: string
  readonly context: OwnerContext
}): Promise<Result<{ readonly amount: number; readonly state: 'done' }, RefundReviewFailure>> {
  if (reason.trim() === '') return fail('no-reason')
  const order = await readOrder(orderId)
  if (!order) return fail('unknown-order')
  const held = heldMoney(await capturesOf(order))
  const chosen = capture === 'all' ? held : held.filter(({ id }) => id === capture)
  if (chosen.length === 0) return fail('nothing-left')
  const noted = await execute(orderId, ({ payment }) => {
    if (!payment?.review) return fail('not-in-review')
    return ok({
      events: chosen.map((one) =>
        newEvent(
          'review.refund-sent',
          { captureRef: one.id, amount: leftOf(one) },
          changeContext(context, reason),
        ),
      ),
    })
  })
  if (!noted.ok) return noted
  for (const one of chosen) {
    const failure = await giveBack(order, one)
    if (failure) return fail(failure)
  }
  return endReview(order, { chosen, reason, context })
}

async function endReview(
  order: Order,
  {
    chosen,
    reason,
    context,
  }: {
    readonly chosen: readonly HeldCapture[]
    readonly reason: string
    readonly context: OwnerContext
  },
): Promise<Result<{ readonly amount: number; readonly state: 'done' }, RefundReviewFailure>> {
  const left = heldMoney(await capturesOf(order))
  if (left.some(({ id }) => chosen.some((one) => one.id === id))) return fail('refund-under-way')
  const end = left.length === 0 ? 'refunded' : 'paid'
  const ended = await resolveReview({ orderId: order.id, end, reason, context })
  if (!ended.ok) return ended
  return ok({ amount: chosen.reduce((sum, one) => sum + leftOf(one), 0), state: 'done' })
}
