import 'server-only'

import { log } from '#lib/log/log.ts'
import { settleAttempts } from '#lib/payment/settle-attempts.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { cancel, type CancelRefusal } from './cancellation.ts'
import type { CancelCause } from './end-causes.ts'
import type { ChangeContext } from './events.ts'
import { changeOrder } from './order-store.ts'
import type { Order } from './order.ts'

/**
 * Settles an unpaid order's attempts, then cancels it; safe to repeat. Throws ProviderProblem and
 * DatabaseUnavailable.
 */
export async function cancelOrder(
  order: Order,
  cause: CancelCause,
  context: ChangeContext,
): Promise<Result<Order, CancelRefusal>> {
  return endOrder(await settleAttempts(order, context.by), cause, context)
}

/** Cancels an order whose attempts were just settled. Throws DatabaseUnavailable. */
export async function endOrder(
  order: Order,
  cause: CancelCause,
  context: ChangeContext,
): Promise<Result<Order, CancelRefusal>> {
  const after = await changeOrder(order.id, (stored) => {
    const answer = cancel(stored, cause, context)
    return answer.ok ? answer.data : undefined
  })
  const stored = after ?? order
  if (stored.status === '已取消') {
    const isOurs = stored.cancelledAt === context.now.toISOString()
    if (isOurs) log('order-cancelled', { order: order.orderNumber, cause, by: context.by })
    return ok(stored)
  }
  return fail(stored.status === '待付款' ? 'money-under-way' : 'not-unpaid')
}
