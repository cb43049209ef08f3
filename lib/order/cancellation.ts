import { isLocking } from './payment/payment.ts'
import { ok, fail, type Result } from '../result.ts'
import type { CancelCause } from './event-causes.ts'
import { type ChangeContext, newEvent } from './events.ts'
import { canMoveOrder, type Order, type OrderChange } from './order.ts'

/** Why an order can't be cancelled: it is not unpaid, or money may be on its way. */
export type CancelRefusal = 'not-unpaid' | 'money-under-way'

/** Whether money may be on its way to an order, or is kept: nothing is cancelled then. What was given back in full is neither. */
export function hasMoneyUnderWay({ payment }: Pick<Order, 'payment'>): boolean {
  if (payment?.state === 'refunded') return false
  return payment?.review !== undefined || payment?.attempts.some(isLocking) === true
}

/** The change that cancels an unpaid order. Its attempts stay known, so that money that comes all the same is found. */
export function cancel(
  order: Order,
  cause: CancelCause,
  context: ChangeContext,
): Result<OrderChange, CancelRefusal> {
  if (!canMoveOrder(order.status, '已取消')) return fail('not-unpaid')
  if (hasMoneyUnderWay(order)) return fail('money-under-way')
  return ok({ events: [newEvent('order.cancelled', { cause }, context)] })
}
