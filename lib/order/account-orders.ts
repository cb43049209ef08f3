import { z } from 'zod'

import type { Limits } from '../account/standing.ts'
import { type Hold, holdOf, limitedItems, type Newcomer } from './hold.ts'
import type { Order } from './order.ts'

const accountHoldSchema = z.object({ id: z.string(), pieces: z.int(), until: z.iso.datetime() })

/** The hold of one order in its account's record: how many pieces until when (ISO 8601 in UTC). */
type AccountHold = Readonly<z.infer<typeof accountHoldSchema>>

/** An account's orders that its limits count. A list that can't be read is empty. */
export const accountOrdersSchema = z.object({
  /** Times of its orders within the last hour. */
  recent: z.array(z.string()).catch([]),
  /** Its unpaid orders, where their number is limited. */
  unpaid: z.array(z.string()).catch([]),
  holds: z.array(accountHoldSchema).catch([]),
  /** Start of its current hold time. */
  heldSince: z.iso.datetime().optional().catch(undefined),
})
export type AccountOrders = {
  readonly recent: readonly string[]
  readonly unpaid: readonly string[]
  readonly holds: readonly AccountHold[]
  readonly heldSince?: string | undefined
}

type AccountHolds = Pick<AccountOrders, 'holds' | 'heldSince'>

const HOUR = 60 * 60 * 1000

/** The times of orders that still count at `now`: those of the last sixty minutes. */
export function recentOrders(times: readonly string[], now: Date): readonly string[] {
  return times.filter((time) => now.getTime() - new Date(time).getTime() < HOUR)
}

const DAY = 24 * HOUR

const holdsAfter = (holds: readonly AccountHold[], time: number) =>
  holds.filter(({ until }) => Date.parse(until) > time)

/** The pieces of these holds. */
export function piecesIn(holds: readonly AccountHold[]): number {
  return holds.reduce((sum, { pieces }) => sum + pieces, 0)
}

/** The pieces of an account's holds whose time has not ended at `now`, whatever became of their orders. */
export function heldPieces(holds: readonly AccountHold[], now: Date): number {
  return piecesIn(holdsAfter(holds, now.getTime()))
}

/** An account's orders that still count at `now`, without the given ones; holds count for their day's budget. */
export function withoutOrders(
  { recent, unpaid, holds, ...rest }: AccountOrders,
  isGiven: (id: string) => boolean,
  now: Date,
): AccountOrders {
  return {
    ...rest,
    recent: recentOrders(recent, now),
    unpaid: unpaid.filter((id) => !isGiven(id)),
    holds: holdsAfter(holds, now.getTime() - DAY),
  }
}

/** The holds of an account apart from those of replaced orders: a new order takes over what these have left. */
export function takeOver(
  holds: readonly AccountHold[],
  isReplaced: (id: string) => boolean,
  now: Date,
): { readonly holds: readonly AccountHold[]; readonly left: readonly AccountHold[] } {
  const left = holdsAfter(holds, now.getTime()).filter(({ id }) => isReplaced(id))
  return { holds: holds.filter((one) => !left.includes(one)), left }
}

/** A hold that an account may begin: since when its time runs, and when it ends. */
type GrantedHold = { readonly since: Date; readonly until: Date }

/** The hold that an account may have of so many pieces more, or nothing beyond its limits. */
export function grantHold(
  pieces: number,
  { holds, heldSince }: AccountHolds,
  limits: Limits,
  now: Date,
): GrantedHold | undefined {
  if (heldPieces(holds, now) + pieces > limits.heldPieces) return undefined
  if (piecesIn(holds) + pieces > limits.heldADay) return undefined
  const before = heldSince === undefined ? 0 : Date.parse(heldSince)
  const since = now.getTime() - before < limits.holdEvery ? new Date(before) : now
  const until = new Date(since.getTime() + limits.holdFor)
  return until > now ? { since, until } : undefined
}

type Catalogue = {
  readonly products: readonly {
    readonly id: string
    readonly preorder_limit?: number | undefined
  }[]
  readonly now: Date
  /** Set for an account that has never paid. */
  readonly newcomer?: Newcomer | undefined
  /** Whether the hold would pass the share of accounts that have never paid. */
  readonly isBeyondShare?: boolean
  /** The holds of the orders that it replaces. */
  readonly left?: readonly AccountHold[]
}

/** Returns the number of pieces of an order that a hold would keep from others. */
export function piecesToHold(
  { items }: Pick<Order, 'items'>,
  { products }: Pick<Catalogue, 'products'>,
): number {
  return limitedItems(items, products).reduce((sum, { quantity }) => sum + quantity, 0)
}

/**
 * Returns a new order's hold and the holds of its account. Beyond the account's limits the hold has
 * lapsed.
 */
export function beginHold(
  order: Pick<Order, 'id' | 'items'>,
  account: AccountHolds,
  limits: Limits,
  { products, now, newcomer, isBeyondShare = false, left = [] }: Catalogue,
): { readonly hold?: Hold; readonly account: Partial<AccountHolds> } {
  const pieces = piecesToHold(order, { products })
  const kept = { holds: [...account.holds, ...left] }
  if (pieces === 0) return { account: kept }
  const granted = isBeyondShare ? undefined : grantHold(pieces, account, limits, now)
  if (!granted) return { hold: { lapsedAt: now.toISOString() }, account: kept }
  // The time of a replaced order's hold goes on: a change of the cart gains none.
  const ends = left.map(({ until }) => until)
  const until = [granted.until.toISOString(), ...ends].toSorted()[0] ?? ''
  const more = piecesIn(left) - pieces
  const rest = more > 0 ? [{ id: left[0]?.id ?? '', pieces: more, until }] : []
  return {
    hold: {
      ...holdOf(limitedItems(order.items, products), new Date(until)),
      ...(newcomer === undefined ? {} : { newcomer }),
    },
    account: {
      holds: [...account.holds, ...rest, { id: order.id, pieces, until }],
      heldSince: granted.since.toISOString(),
    },
  }
}

/** Returns an account's orders after one more. */
export function accountAfter(
  { id, createdAt }: Pick<Order, 'id' | 'createdAt'>,
  account: AccountOrders,
  { unpaidOrders }: Limits,
): AccountOrders {
  const isCounted = Number.isFinite(unpaidOrders)
  return {
    ...account,
    recent: [...account.recent, createdAt],
    unpaid: isCounted ? [...account.unpaid, id] : [],
  }
}
