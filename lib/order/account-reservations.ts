import { z } from 'zod'

import type { Limits } from '#lib/account/standing.ts'

const accountReservationSchema = z.object({
  id: z.string(),
  pieces: z.int(),
  until: z.iso.datetime(),
})

/** The hold of one order in its account's record: how many pieces until when (ISO 8601 in UTC). */
export type AccountReservation = Readonly<z.infer<typeof accountReservationSchema>>

/** An account's orders that its limits count. A list that can't be read is empty. */
export const accountOrdersSchema = z.object({
  /** Times of its orders within the last hour. */
  recent: z.array(z.string()).catch([]),
  /** Its unpaid orders, where their number is limited. */
  unpaid: z.array(z.string()).catch([]),
  holds: z.array(accountReservationSchema).catch([]),
  /** Start of its current hold time. */
  heldSince: z.iso.datetime().optional().catch(undefined),
})

export type AccountOrders = {
  readonly recent: readonly string[]
  readonly unpaid: readonly string[]
  readonly holds: readonly AccountReservation[]
  readonly heldSince?: string | undefined
}

export type AccountReservations = Pick<AccountOrders, 'holds' | 'heldSince'>

/** The times of orders that still count at `now`: those of the last sixty minutes. */
export function recentOrders(times: readonly string[], now: Date): readonly string[] {
  return times.filter((time) => now.getTime() - new Date(time).getTime() < HOUR)
}

const holdsAfter = (holds: readonly AccountReservation[], time: number) =>
  holds.filter(({ until }) => Date.parse(until) > time)

/** The pieces of these holds. */
export function piecesIn(holds: readonly AccountReservation[]): number {
  return holds.reduce((sum, { pieces }) => sum + pieces, 0)
}

/** The pieces of an account's holds whose time has not ended at `now`, whatever became of their orders. */
export function reservedUnits(holds: readonly AccountReservation[], now: Date): number {
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
  holds: readonly AccountReservation[],
  isReplaced: (id: string) => boolean,
  now: Date,
): { readonly holds: readonly AccountReservation[]; readonly left: readonly AccountReservation[] } {
  const left = holdsAfter(holds, now.getTime()).filter(({ id }) => isReplaced(id))
  return { holds: holds.filter((one) => !left.includes(one)), left }
}

/** A hold that an account may begin: since when its time runs, and when it ends. */
type GrantedReservation = { readonly since: Date; readonly until: Date }

/** The hold that an account may have of so many pieces more, or nothing beyond its limits. */
export function grantReservation(
  pieces: number,
  { holds, heldSince }: AccountReservations,
  limits: Limits,
  now: Date,
): GrantedReservation | undefined {
  if (reservedUnits(holds, now) + pieces > limits.heldPieces) return undefined
  if (piecesIn(holds) + pieces > limits.heldADay) return undefined
  const before = heldSince === undefined ? 0 : Date.parse(heldSince)
  const since = now.getTime() - before < limits.holdEvery ? new Date(before) : now
  const until = new Date(since.getTime() + limits.holdFor)
  return until > now ? { since, until } : undefined
}

export const HOUR = 60 * 60 * 1000

/** In milliseconds: holds count for the budget of a day. */
export const DAY = 24 * HOUR
