import { z } from 'zod'

import type { Limits } from '#lib/account/standing.ts'

const accountReservationSchema = z.object({
  id: z.string(),
  units: z.int(),
  until: z.iso.datetime(),
})

/** The hold of one order in its account's record: how many units until when (ISO 8601 in UTC). */
export type AccountReservation = Readonly<z.infer<typeof accountReservationSchema>>

/** An account's orders that its limits count. A list that can't be read is empty. */
export const accountOrdersSchema = z.object({
  /** Times of its orders within the last hour. */
  recent: z.array(z.string()).catch([]),
  /** Its unpaid orders, where their number is limited. */
  unpaid: z.array(z.string()).catch([]),
  reservations: z.array(accountReservationSchema).catch([]),
  /** Start of its current hold time. */
  reservedSince: z.iso.datetime().optional().catch(undefined),
})

export type AccountOrders = {
  readonly recent: readonly string[]
  readonly unpaid: readonly string[]
  readonly reservations: readonly AccountReservation[]
  readonly reservedSince?: string | undefined
}

export type AccountReservations = Pick<AccountOrders, 'reservations' | 'reservedSince'>

/** The times of orders that still count at `now`: those of the last sixty minutes. */
export function recentOrders(times: readonly string[], now: Date): readonly string[] {
  return times.filter((time) => now.getTime() - new Date(time).getTime() < HOUR)
}

const reservationsAfter = (reservations: readonly AccountReservation[], time: number) =>
  reservations.filter(({ until }) => Date.parse(until) > time)

/** The units of these holds. */
export function unitsIn(reservations: readonly AccountReservation[]): number {
  return reservations.reduce((sum, { units }) => sum + units, 0)
}

/** The units of an account's reservations whose time has not ended at `now`, whatever became of their orders. */
export function reservedUnits(reservations: readonly AccountReservation[], now: Date): number {
  return unitsIn(reservationsAfter(reservations, now.getTime()))
}

/** An account's orders that still count at `now`, without the given ones; holds count for their day's budget. */
export function withoutOrders(
  { recent, unpaid, reservations, ...rest }: AccountOrders,
  isGiven: (id: string) => boolean,
  now: Date,
): AccountOrders {
  return {
    ...rest,
    recent: recentOrders(recent, now),
    unpaid: unpaid.filter((id) => !isGiven(id)),
    reservations: reservationsAfter(reservations, now.getTime() - DAY),
  }
}

/** The reservations of an account apart from those of replaced orders: a new order takes over what these have left. */
export function takeOver(
  reservations: readonly AccountReservation[],
  isReplaced: (id: string) => boolean,
  now: Date,
): {
  readonly reservations: readonly AccountReservation[]
  readonly left: readonly AccountReservation[]
} {
  const left = reservationsAfter(reservations, now.getTime()).filter(({ id }) => isReplaced(id))
  return { reservations: reservations.filter((reservation) => !left.includes(reservation)), left }
}

/** A reservation that an account may begin: since when its time runs, and when it ends. */
type GrantedReservation = { readonly since: Date; readonly until: Date }

/** The hold that an account may have of so many units more, or nothing beyond its limits. */
export function grantReservation(
  units: number,
  { reservations, reservedSince }: AccountReservations,
  limits: Limits,
  now: Date,
): GrantedReservation | undefined {
  if (reservedUnits(reservations, now) + units > limits.reservedUnits) return undefined
  if (unitsIn(reservations) + units > limits.reservationADay) return undefined
  const before = reservedSince === undefined ? 0 : Date.parse(reservedSince)
  const since = now.getTime() - before < limits.reservationEvery ? new Date(before) : now
  const until = new Date(since.getTime() + limits.reservationTime)
  return until > now ? { since, until } : undefined
}

export const HOUR = 60 * 60 * 1000

/** In milliseconds: holds count for the budget of a day. */
export const DAY = 24 * HOUR
