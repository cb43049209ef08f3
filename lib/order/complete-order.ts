import { isComingBack } from '#lib/parcel/came-back.ts'
import { fail, ok } from '#lib/result.ts'
import { type ChangeContext, newEvent } from './events.ts'
import { isManualSaleRefunded } from './manual-order.ts'
import type { Answer } from './move-refusal.ts'
import { canMoveOrder, type Order } from './order.ts'

/** The change that marks an order 已完成, from 已出貨 only, not when fully refunded nor while its parcel comes back. Nothing if it is so already. */
export function complete(order: Order, context: ChangeContext): Answer {
  if (order.status === '已完成') return ok(undefined)
  if (!canMoveOrder(order.status, '已完成')) return fail('no-such-move')
  if (order.payment?.state === 'refunded' || isManualSaleRefunded(order))
    return fail('fully-refunded')
  if (isComingBack(order)) return fail('coming-back')
  return ok({ events: [newEvent('order.completed', {}, context)] })
}
