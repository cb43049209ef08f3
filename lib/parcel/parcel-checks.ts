import { IN_FLIGHT } from '#lib/operation/timing.ts'
import { taipeiHour } from '#lib/time/taipei-time.ts'
import { liveParcels, type OrderParcel, type StoreChoice } from './order-parcel.ts'

const MINUTE = 60_000

const HOUR = 60 * MINUTE

const DAY = 24 * HOUR

/** Between two answers that the carrier has none of a parcel, before its number is sent again. */
export const MISSING_FOR = MINUTE

const EVERY = 2 * HOUR

const WEEK = 7 * DAY

/** In milliseconds after the final state: a wrong scan is corrected within days. */
const PICKED_UP_FOR = 14 * DAY

const UNANSWERED_FOR = 60 * DAY

// A booking that was sent on has no sighting yet.
function isForgotten({ state, sightings, sentAt }: OrderParcel, now: Date): boolean {
  const since = Date.parse(sightings.at(-1)?.at ?? sentAt)
  return now.getTime() - since > (state === 'picked-up' ? PICKED_UP_FOR : UNANSWERED_FOR)
}

// The chains report by day; the carrier counts calls.
function byDay(time: number): number {
  const hour = Number(taipeiHour(new Date(time)).slice(-2))
  return hour >= 7 && hour < 23 ? time : byDay(time + HOUR)
}

const at = (time: number) => new Date(time).toISOString()

type ParcelFields = {
  readonly status: string
  readonly shippingMethod: 'home' | 'store'
  readonly parcels?: readonly OrderParcel[] | undefined
  readonly storeChoice?: StoreChoice | null | undefined
}

/**
 * Returns the next query of an order's parcel, or null. Without a parcel, checks the store once a
 * week.
 */
export function nextParcelCheck(order: ParcelFields, now: Date): string | null {
  const all = liveParcels(order)
  const checks = (all.length === 0 ? [undefined] : all).flatMap((one) => {
    return checkOf(order, one, now) ?? []
  })
  return checks.toSorted()[0] ?? null
}

function checkOf(order: ParcelFields, live: OrderParcel | undefined, now: Date): string | null {
  if (live?.state === 'booking') {
    const since = live.missingAt === undefined ? IN_FLIGHT : MISSING_FOR
    return at(Math.max(Date.parse(live.missingAt ?? live.sentAt) + since, now.getTime() + MINUTE))
  }
  if (live && isForgotten(live, now)) return null
  const wished = live && order.storeChoice?.wish
  const settles = wished ? Date.parse(wished.at) + IN_FLIGHT : 0
  if (settles > now.getTime()) return at(settles)
  if (live) return at(byDay(now.getTime() + (live.state === 'picked-up' ? DAY : EVERY)))
  const isWaiting = order.status === '已付款' && order.shippingMethod === 'store'
  return isWaiting ? at(byDay(now.getTime() + WEEK)) : null
}
