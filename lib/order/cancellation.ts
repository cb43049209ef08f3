import { hasMoneyUnderWay } from '#lib/payment/money-under-way.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import type { CancelCause } from './end-causes.ts'
import { type ChangeContext, newEvent } from './events.ts'
import { canMoveOrder, type Order, type OrderChange } from './order.ts'

/** Why an order can't be cancelled: it is not unpaid, or money may be on its way. */
export type CancelRefusal = 'not-unpaid' | 'money-under-way'

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
