import { taipeiDay } from '../time/taipei-time.ts'
import type { ParcelChain } from './carrier.ts'

/** Days between booking and the deadline for handing over a parcel. */
const DAYS_TO_HAND_OVER: Readonly<Record<ParcelChain, number>> = { '7-11': 6, 全家: 6, 黑貓: 20 }
const DAY = 24 * 60 * 60 * 1000

/** The last day (YYYY-MM-DD, Taipei) on which a booked parcel may be handed over. */
export function handOverBy(bookedAt: Date, chain: ParcelChain): string {
  return taipeiDay(new Date(bookedAt.getTime() + DAYS_TO_HAND_OVER[chain] * DAY))
}
