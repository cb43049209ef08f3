import 'server-only'

import { changeOrder } from '../adapters/firestore/orders.ts'
import { unsettledAttempts } from './payment/payment-status.ts'
import { settlePayment } from './payment/settle-payment.ts'
import { log } from '../log/log.ts'
import { ok, fail, type Result } from '../result.ts'
import { cancel, type CancelRefusal } from './cancellation.ts'
import type { CancelCause } from './event-causes.ts'
import type { ChangeContext } from './events.ts'
import type { Order } from './order.ts'

/**
 * Asks the provider about unsettled attempts; captures nothing. Throws ProviderProblem and
 * DatabaseUnavailable.
 */
export async function settleAttempts(order: Order, by: ChangeContext['by']): Promise<Order> {
  let current = order
  for (const { reference = '' } of unsettledAttempts(order)) {
    current = await settlePayment(current, reference, by)
  }
  return current
}

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
