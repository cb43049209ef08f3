import type { StandingFacts } from './account.ts'
import { provenAddress } from './proven-address.ts'

/** Trust level of an account. `LIMITS` holds every limit that depends on it. */
export type Standing = 'unverified' | 'verified' | 'customer'

const MINUTE = 60 * 1000

const HOUR = 60 * MINUTE

/** Limits of one standing; times in milliseconds. */
export type Limits = {
  /** Maximum units of stock in its holds at once; each counts until its time ends, unless its order was paid. */
  readonly reservedUnits: number
  /** Duration of a reservation. */
  readonly reservationTime: number
  /** Maximum units in reservations of a day. */
  readonly reservationADay: number
  /** Minimum time between two holds; 0 for none. */
  readonly reservationEvery: number
  /** Maximum unpaid orders at once. */
  readonly unpaidOrders: number
  /** Maximum orders an hour. */
  readonly ordersAnHour: number
  /** Whether it may ask for a copy of its personal data, or for their erasure. */
  readonly dataRequests: boolean
}

/** The one table of limits by standing. */
export const LIMITS: Readonly<Record<Standing, Limits>> = {
  unverified: {
    reservedUnits: 5,
    reservationADay: 5,
    reservationTime: 30 * MINUTE,
    reservationEvery: 24 * HOUR,
    unpaidOrders: 2,
    ordersAnHour: 10,
    dataRequests: false,
  },
  verified: {
    reservedUnits: 10,
    reservationADay: 20,
    reservationTime: 60 * MINUTE,
    reservationEvery: 0,
    unpaidOrders: Number.POSITIVE_INFINITY,
    ordersAnHour: 10,
    dataRequests: true,
  },
  customer: {
    reservedUnits: 20,
    reservationADay: 100,
    reservationTime: 60 * MINUTE,
    reservationEvery: 0,
    unpaidOrders: Number.POSITIVE_INFINITY,
    ordersAnHour: 10,
    dataRequests: true,
  },
}

/** Returns the standing of an account. */
export function standingOf({ hasPaid, ...account }: StandingFacts): Standing {
  if (hasPaid) return 'customer'
  return provenAddress(account) === undefined ? 'unverified' : 'verified'
}
