import { taipeiDay } from '../site/taipei-time.ts'

/** How many days after the booking a parcel must be at a store of the chain; later it is void. */
const DAYS_TO_HAND_OVER = 6
const DAY = 24 * 60 * 60 * 1000

/** The last day (YYYY-MM-DD, Taipei) on which a booked parcel may be handed over at the store. */
export function handOverBy(bookedAt: Date): string {
  return taipeiDay(new Date(bookedAt.getTime() + DAYS_TO_HAND_OVER * DAY))
}
