import { RETURN_DAYS } from '#lib/company/company.ts'
import { type ChangeContext, newEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { areMade, type Made } from '#lib/product/sizes.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { endOfTaipeiDay, taipeiDay } from '#lib/time/taipei-time.ts'
import type { ReturnedUnits, ReturnRequest, ReturnState } from './return-record.ts'

const DAY = 24 * 60 * 60 * 1000

/**
 * A member's return request, for a refund or an exchange. No reason
 * need be given (Consumer Protection Act, art. 19).
 */
export type ReturnInput = {
  readonly items: readonly ReturnedUnits[]
  readonly reason: string
  readonly contact: string
}

/** Why a return can't be asked for. */
export type ReturnFailure =
  | 'not-delivered'
  | 'too-late'
  | 'return-open'
  | 'nothing-chosen'
  | 'too-many-units'
  | 'size-not-made'
  | 'incomplete'
  | 'refunded'

/** When an order arrived, as far as the shop knows; ISO 8601 in UTC. */
export function arrivedAt({ completedAt, status, history }: Order): string | undefined {
  if (status !== '已完成') return undefined
  return completedAt ?? history.findLast(({ type }) => type === 'order.completed')?.at
}

/**
 * Returns the end of the seventh day after arrival in Taipei; undefined before arrival.
 */
export function returnDeadline(order: Order): Date | undefined {
  const arrived = arrivedAt(order)
  if (arrived === undefined) return undefined
  return new Date(endOfTaipeiDay(taipeiDay(new Date(arrived))).getTime() + RETURN_DAYS * DAY)
}

/** Whether a return in this state still waits: for its owner's answer, its parcel, or that of its exchange. */
export function isOpenReturn(state: ReturnState | undefined): boolean {
  return state === 'requested' || state === 'accepted' || state === 'preparing'
}

/** The return of an order that still waits. */
export function openReturn({ returns }: Pick<Order, 'returns'>): ReturnRequest | undefined {
  return returns?.find(({ state }) => isOpenReturn(state))
}

/** Returns the number of returnable units of each item, in the order of the items. */
export function returnableUnits({ items, returns = [] }: Order): readonly number[] {
  const gone = returns.filter(({ state }) => state !== 'refused').flatMap((one) => one.items)
  return items.map(({ quantity }, index) =>
    gone.reduce((left, one) => (one.index === index ? left - one.quantity : left), quantity),
  )
}

/** Why nothing of an order can be sent back at `now`; undefined when something can. The default is the present. */
export function returnProblem(order: Order, now = new Date()): ReturnFailure | undefined {
  if (order.status !== '已出貨' && order.status !== '已完成') return 'not-delivered'
  if (order.payment?.state === 'refunded') return 'refunded'
  const deadline = returnDeadline(order)
  if (deadline && now >= deadline) return 'too-late'
  if (openReturn(order)) return 'return-open'
  return returnableUnits(order).some((units) => units > 0) ? undefined : 'nothing-chosen'
}

/**
 * Requests a return; returns no change for a repeat. The seven days bind the member, not the owner.
 * Units are exchanged only for sizes in which their product is made.
 */
export function returnRequestChange(
  order: Order,
  request: ReturnInput,
  made: readonly Made[],
  context: ChangeContext,
): Result<OrderChange | undefined, ReturnFailure> {
  const { items, contact } = request
  const reason = request.reason.trim()
  const open = openReturn(order)
  const isSame = JSON.stringify(open?.items) === JSON.stringify(items)
  if (isSame && open?.state === 'requested' && open.reason === reason && open.contact === contact) {
    return ok(undefined)
  }
  const now = context.by === 'owner' ? new Date(0) : context.now
  const problem = returnProblem(order, now)
  if (problem) return fail(problem)
  if (items.length === 0) return fail('nothing-chosen')
  const left = returnableUnits(order)
  const isTwice = new Set(items.map(({ index }) => index)).size < items.length
  const isTooMany = items.some(({ index, quantity }) => quantity > (left[index] ?? 0))
  if (isTwice || isTooMany) return fail('too-many-units')
  const wished = items.flatMap(({ index, size }) => {
    const item = order.items[index]
    return item && size ? [{ id: item.id, size }] : []
  })
  if (!areMade(wished, made)) return fail('size-not-made')
  if (contact.trim() === '') return fail('incomplete')
  const number = (order.returns?.length ?? 0) + 1
  const data = { number, items: [...items], contact }
  return ok({ events: [newEvent('return.requested', data, { ...context, reason })] })
}
