import { LIMITS } from '../account/account.ts'
import type { Hold, Order } from './order.ts'
import type { OrderStatus } from './order-status.ts'
import { type AccountOrders, DAY, piecesIn, recentOrders, takeOver } from './placement.ts'

/** What an account's limits need to know of one of its orders. */
export type LimitedOrder = {
  readonly id: string
  readonly createdAt: string
  readonly status: OrderStatus
  /** The hold with which it began, and its pieces. */
  readonly hold: Hold | undefined
  readonly pieces: number
  readonly isUnverified: boolean
  /** When another order of the account took its place. */
  readonly replacedAt: string | undefined
}

/** What an account's limits need to know of an order; nothing of one that no account placed. */
export function limitedOrder(order: Order): LimitedOrder | undefined {
  const { id, createdAt, status, history } = order
  const [placed] = history
  if (order.uid === '' || order.manualSale || placed?.type !== 'order.placed') return undefined
  const { items = [], hold } = placed.data
  const held = hold && 'until' in hold ? hold.products : []
  const pieces = items.filter((item) => held.includes(item.id))
  const replaced = history.find(
    (event) => event.type === 'order.cancelled' && event.data.cause === 'replaced',
  )
  return {
    id,
    createdAt,
    status,
    hold,
    pieces: pieces.reduce((sum, { quantity }) => sum + quantity, 0),
    isUnverified: order.emailUnverified === true,
    replacedAt: replaced?.at,
  }
}

type Holds = Pick<AccountOrders, 'holds' | 'heldSince'>

// The holds after an order that began with this one, as its placement wrote them.
function holdsAfter(
  { holds, heldSince }: Holds,
  order: LimitedOrder,
  others: Holds['holds'],
): Holds {
  const { id, hold, pieces, createdAt } = order
  const left = holds.filter((one) => !others.includes(one))
  const kept = heldSince === undefined ? {} : { heldSince }
  if (!hold || !('until' in hold)) return { holds: [...others, ...left], ...kept }
  const { until, newcomer = 'customer' } = hold
  const more = piecesIn(left) - pieces
  const rest = more > 0 ? [{ id: left[0]?.id ?? '', pieces: more, until }] : []
  const since = heldSince === undefined ? 0 : Date.parse(heldSince)
  const isSame = Date.parse(createdAt) - since < LIMITS[newcomer].holdEvery
  return {
    holds: [...others, ...rest, { id, pieces, until }],
    heldSince: isSame && heldSince !== undefined ? heldSince : createdAt,
  }
}

/** An account's orders of the last days with all that are unpaid, and when one of it was paid first. */
export type LimitedAccount = {
  readonly orders: readonly LimitedOrder[]
  readonly firstPaidAt?: string | undefined
}

/** An account's record counted anew: its orders placed again one after the other, as its limits counted them. */
export function countAccountOrders(
  { orders, firstPaidAt = '9999' }: LimitedAccount,
  now: Date,
): AccountOrders {
  const sorted = orders.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
  let held: Holds = { holds: [] }
  let unpaid: readonly string[] = []
  for (const order of sorted) {
    const at = new Date(order.createdAt)
    const isReplaced = (id: string) =>
      sorted.some((one) => one.id === id && one.replacedAt === order.createdAt)
    const { holds } = takeOver(held.holds, isReplaced, at)
    held = holdsAfter(held, order, holds)
    const isLimited = order.isUnverified && order.createdAt <= firstPaidAt
    unpaid = isLimited ? [...unpaid, order.id] : []
  }
  const recent = recentOrders(
    sorted.map(({ createdAt }) => createdAt),
    now,
  )
  return { recent, unpaid, ...held }
}

/** In milliseconds: the longest time for which the start of a hold counts. */
const HOLD_EVERY = Math.max(...Object.values(LIMITS).map(({ holdEvery }) => holdEvery))

/**
 * An account's record without what its limits count no more at `now`: two records that say the same
 * are equal.
 */
export function lastingAccount(
  { recent, unpaid, holds, heldSince }: AccountOrders,
  statusOf: (id: string) => OrderStatus | undefined,
  now: Date,
): AccountOrders {
  const isPaid = (id: string) => {
    const status = statusOf(id)
    return status !== undefined && status !== '待付款' && status !== '已取消'
  }
  const lasts = heldSince !== undefined && now.getTime() - Date.parse(heldSince) < HOLD_EVERY
  return {
    recent: recentOrders(recent, now).toSorted(),
    unpaid: unpaid.filter((id) => statusOf(id) === '待付款').toSorted(),
    holds: holds
      .filter(({ id, until }) => Date.parse(until) > now.getTime() - DAY && !isPaid(id))
      .toSorted((one, other) =>
        `${one.id} ${one.pieces}`.localeCompare(`${other.id} ${other.pieces}`),
      ),
    ...(lasts ? { heldSince } : {}),
  }
}
