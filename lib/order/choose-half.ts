import 'server-only'

import type { Account } from '#lib/account/account.ts'
import type { DrawnHalf } from '#lib/half/half-drawing.ts'
import { log } from '#lib/log/log.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { applyDecision } from './apply-decision.ts'
import { type ChangeContext, newEvent } from './events.ts'
import { findOrder } from './find-orders.ts'
import type { Order, OrderChange } from './order.ts'

/** Whether the half of an order may still change: its slip is not packed yet. */
export function canChooseHalf({ status }: Pick<Order, 'status'>): boolean {
  return status === '待付款' || status === '已付款'
}

/** The change by which a buyer puts a half on an order, or takes it off; nothing where it is so already. */
export function halfChange(
  order: Order,
  half: DrawnHalf | undefined,
  context: ChangeContext,
): Result<OrderChange | undefined, 'has-left'> {
  if (!canChooseHalf(order)) return fail('has-left')
  if (order.half?.half === half?.half && order.half?.motif === half?.motif) return ok(undefined)
  return ok({ events: [newEvent('half.chosen', half ? { half } : {}, context)] })
}

/** Puts the half that a member drew on the member's own order, or takes it off. Throws DatabaseUnavailable. */
export async function chooseHalf(
  account: Pick<Account, 'uid'>,
  { id, half }: { readonly id: string; readonly half?: DrawnHalf | undefined },
): Promise<Result<{ readonly half: DrawnHalf | undefined }, 'has-left' | 'not-found'>> {
  const order = await findOrder(account, id)
  if (!order) return fail('not-found')
  const context = { now: new Date(), by: 'member' } as const
  const answer = await applyDecision(order.id, (stored) => halfChange(stored, half, context))
  if (!answer.ok) return fail(answer.code === 'unknown-order' ? 'not-found' : answer.code)
  log('order-half', { order: order.orderNumber, state: half ? 'chosen' : 'none' })
  return ok({ half })
}
