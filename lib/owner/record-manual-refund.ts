import 'server-only'

import { lineLeft, refundLines } from '#lib/ledger/paid-parts.ts'
import { applyDecision } from '#lib/order/apply-decision.ts'
import {
  type ChangeContext,
  changeContext,
  newEvent,
  type OwnerContext,
} from '#lib/order/events.ts'
import { isManualSaleRefunded, manualSaleLeft } from '#lib/order/manual-order.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { fail, ok, type Result } from '#lib/result.ts'

/** Why a refund of a manual order can't be recorded. */
export type ManualRefundRefusal =
  | 'not-manual'
  | 'no-reason'
  | 'wrong-amount'
  | 'too-much'
  | 'key-used'

/** Input of a manual refund, in whole TWD; the same key records once. `line` is the place of the line of which it pays back one unit. */
export type ManualRefund = {
  readonly amount: number
  readonly key: string
  readonly line?: number | undefined
  readonly restock: boolean
}

/**
 * Records money given back for a manual order, once per key; with `restock`, all its units too.
 */
export function decideManualRefund(
  order: Order,
  { amount, key, line, restock }: ManualRefund,
  context: ChangeContext,
): Result<OrderChange | undefined, ManualRefundRefusal> {
  if (!order.manualSale) return fail('not-manual')
  const known = order.manualSale.refunds.find((refund) => refund.idempotencyKey === key)
  if (known) return known.amount === amount ? ok(undefined) : fail('key-used')
  if (!context.reason?.trim()) return fail('no-reason')
  if (!Number.isInteger(amount) || amount < 1) return fail('wrong-amount')
  if (amount > manualSaleLeft(order)) return fail('too-much')
  if (line !== undefined && amount > lineLeft(order, line)) return fail('wrong-amount')
  const refunds = [...order.manualSale.refunds, { amount, at: context.now.toISOString() }]
  const manualSale = { ...order.manualSale, refunds }
  const isAll = isManualSaleRefunded({ ...order, manualSale })
  const units = order.items.map(({ quantity }) => quantity)
  const lines = [...refundLines(order, { amount, line })]
  const isBack = restock && isAll && order.restocked === undefined
  return ok({
    events: [
      newEvent('money.refunded-by-hand', { amount, idempotencyKey: key, lines }, context),
      ...(isBack ? [newEvent('items.restocked', { units }, { ...context, reason: '' })] : []),
    ],
  })
}

/** Records money that the owner gave back for a manual order, once per press. Throws DatabaseUnavailable. */
export function recordManualRefund({
  orderId,
  reason,
  context,
  ...refund
}: ManualRefund & {
  readonly orderId: string
  readonly reason: string
  readonly context: OwnerContext
}): Promise<Result<Order, ManualRefundRefusal | 'unknown-order'>> {
  return applyDecision(orderId, (order) =>
    decideManualRefund(order, refund, changeContext(context, reason)),
  )
}
