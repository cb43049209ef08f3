import { taipeiDay } from '../site/taipei-time.ts'
import type { ParcelChain } from './carrier.ts'

/** How many days after the booking a parcel must be handed over; later it is void. */
const DAYS_TO_HAND_OVER: Readonly<Record<ParcelChain, number>> = { '7-11': 6, 全家: 6, 黑貓: 20 }
const DAY = 24 * 60 * 60 * 1000

/** The last day (YYYY-MM-DD, Taipei) on which a booked parcel may be handed over. */
export function handOverBy(bookedAt: Date, chain: ParcelChain): string {
  return taipeiDay(new Date(bookedAt.getTime() + DAYS_TO_HAND_OVER[chain] * DAY))
}
