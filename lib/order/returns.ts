import { fail, ok, type Result } from '../result.ts'
import { piecesPaid } from '../price/price.ts'
import { RETURN_DAYS } from '../company/company.ts'
import { endOfTaipeiDay } from '../time/taipei-day-end.ts'
import { taipeiDay } from '../time/taipei-time.ts'
import { type ChangeContext, newEvent, type ReturnedPieces, type ReturnRequest } from './events.ts'
import type { Order, OrderChange } from './order.ts'

const DAY = 24 * 60 * 60 * 1000

/**
 * A member's return request, for a refund or an exchange. No reason
 * need be given (Consumer Protection Act, art. 19).
 */
export type ReturnInput = {
  readonly items: readonly ReturnedPieces[]
  readonly reason: string
  readonly contact: string
}

/** Why a return can't be asked for. */
export type ReturnFailure =
  | 'not-delivered'
  | 'too-late'
  | 'return-open'
  | 'nothing-chosen'
  | 'too-many-pieces'
  | 'incomplete'
  | 'refunded'

/** When an order arrived, as far as the shop knows; ISO 8601 in UTC. */
export function arrivedAt({ completedAt, status, history }: Order): string | undefined {
  if (status !== '已完成') return undefined
  return completedAt ?? history.findLast(({ type }) => type === 'order.completed')?.at
}

/**
 * Returns the end of the seventh day after arrival in Taipei (rule 45); undefined before arrival.
 */
export function returnDeadline(order: Order): Date | undefined {
  const arrived = arrivedAt(order)
  if (arrived === undefined) return undefined
  return new Date(endOfTaipeiDay(taipeiDay(new Date(arrived))).getTime() + RETURN_DAYS * DAY)
}

/** The return of an order that still waits for its owner's answer or its parcel. */
export function openReturn({ returns }: Pick<Order, 'returns'>): ReturnRequest | undefined {
  return returns?.find(({ state }) => state === 'asked' || state === 'accepted')
}

/** Returns the number of returnable pieces of each item, in the order of the items. */
export function returnablePieces({ items, returns = [] }: Order): readonly number[] {
  const gone = returns.filter(({ state }) => state !== 'refused').flatMap((one) => one.items)
  return items.map(({ quantity }, index) =>
    gone.reduce((left, one) => (one.index === index ? left - one.quantity : left), quantity),
  )
}

/**
 * What was paid for pieces that a return, by its number, sends back, in whole TWD. Earlier returns
 * gave back the parts before, so that all returns of a line add up to what was paid for it (rule 1262).
 */
export function returnedPrice(
  { items, returns = [] }: Pick<Order, 'items' | 'returns'>,
  number: number,
  { index, quantity }: ReturnedPieces,
): number {
  const item = items[index]
  if (!item) return 0
  const before = returns
    .filter((one) => one.number < number && one.state !== 'refused')
    .flatMap((one) => one.items)
    .reduce((sum, one) => (one.index === index ? sum + one.quantity : sum), 0)
  return piecesPaid(item, quantity, before)
}

/** Why nothing of an order can be sent back at `now`; undefined when something can. The default is the present. */
export function returnProblem(order: Order, now = new Date()): ReturnFailure | undefined {
  if (order.status !== '已出貨' && order.status !== '已完成') return 'not-delivered'
  if (order.payment?.state === 'refunded') return 'refunded'
  const deadline = returnDeadline(order)
  if (deadline && now >= deadline) return 'too-late'
  if (openReturn(order)) return 'return-open'
  return returnablePieces(order).some((pieces) => pieces > 0) ? undefined : 'nothing-chosen'
}

function piecesProblem(order: Order, items: readonly ReturnedPieces[]): ReturnFailure | undefined {
  if (items.length === 0) return 'nothing-chosen'
  const left = returnablePieces(order)
  const isTwice = new Set(items.map(({ index }) => index)).size < items.length
  const isTooMany = items.some(({ index, quantity }) => quantity > (left[index] ?? 0))
  return isTwice || isTooMany ? 'too-many-pieces' : undefined
}

function isRepeat(
  open: ReturnRequest | undefined,
  { items, reason: input, contact }: ReturnInput,
): boolean {
  const reason = input.trim()
  const same = JSON.stringify(open?.items) === JSON.stringify(items)
  return open?.state === 'asked' && same && open.reason === reason && open.contact === contact
}

/**
 * Requests a return; returns no change for a repeat. The seven days bind the member, not the owner.
 */
export function returnAsked(
  order: Order,
  request: ReturnInput,
  context: ChangeContext,
): Result<OrderChange | undefined, ReturnFailure> {
  const { items, contact } = request
  const reason = request.reason.trim()
  if (isRepeat(openReturn(order), request)) return ok(undefined)
  const now = context.by === 'owner' ? new Date(0) : context.now
  const problem = returnProblem(order, now) ?? piecesProblem(order, items)
  if (problem) return fail(problem)
  if (contact.trim() === '') return fail('incomplete')
  const number = (order.returns?.length ?? 0) + 1
  const data = { number, items: [...items], contact }
  return ok({ events: [newEvent('return.requested', data, { ...context, reason })] })
}
