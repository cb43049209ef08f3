import 'server-only'

import { changeOrder } from '../adapters/firestore/orders.ts'
import { unsettledAttempts } from '../payment/payment-status.ts'
import { settlePayment } from '../payment/settle-payment.ts'
import { log } from '../log.ts'
import { ok, fail, type Result } from '../result.ts'
import { cancel, type CancelRefusal } from './cancellation.ts'
import type { CancelCause } from './event-causes.ts'
import type { ChangeContext } from './events.ts'
import type { Order } from './order.ts'

/**
 * Asks the provider about every attempt of an order that may hold money, and records what it finds;
 * takes none. Throws ProviderProblem and DatabaseUnavailable.
 */
export async function settleAttempts(order: Order, by: ChangeContext['by']): Promise<Order> {
  let current = order
  for (const { reference = '' } of unsettledAttempts(order)) {
    current = await settlePayment(current, reference, by)
  }
  return current
}

/**
 * Cancels an unpaid order and gives its pieces back to the stock, after the provider was asked whether money is
 * on its way. Answers the order as it then stands. Throws ProviderProblem and DatabaseUnavailable; nothing is
 * cancelled then, and a repeat is safe.
 */
export async function cancelOrder(
  order: Order,
  cause: CancelCause,
  context: ChangeContext,
): Promise<Result<Order, CancelRefusal>> {
  return endOrder(await settleAttempts(order, context.by), cause, context)
}

/** As cancelOrder, for an order about which the provider was just asked. Throws DatabaseUnavailable. */
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
    if (isOurs) log('order-cancelled', { order: order.orderId, cause, by: context.by })
    return ok(stored)
  }
  return fail(stored.status === '待付款' ? 'money-under-way' : 'not-unpaid')
}
