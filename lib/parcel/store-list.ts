import type { StoreChain } from '#lib/delivery/recipient.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'

/** The chains whose stores are fetched. */
export const LISTED_CHAINS: readonly StoreChain[] = ['7-11', '全家']

/** Stored list of one chain: its version and its number of parts. */
export type StoredList = {
  readonly version: string
  readonly pieces: number
  readonly count: number
}

/** State of the stored lists; times in ISO 8601, UTC. */
export type StoreListState = {
  readonly lists: Readonly<Partial<Record<StoreChain, StoredList | undefined>>>
  /** When every chain's list was last taken. */
  readonly takenAt?: string | undefined
  /** When taking them was last begun. */
  readonly triedAt?: string | undefined
}

/** A list that lost more than this share of its stores is taken for a broken one. */
const MOST_LOST = 0.2

/** Whether a new list may replace the kept one. */
export function canReplace(kept: StoredList | undefined, count: number): boolean {
  return count > 0 && count >= (kept?.count ?? 0) * (1 - MOST_LOST)
}

// ECPay renews its lists at 20:00 in Taipei; ten minutes later they are there.
const RENEWED = '20:10:00+08:00'

const DAY = 24 * 60 * 60 * 1000

const MINUTE = 60 * 1000

const PAUSE = 30 * MINUTE

// Without any list nobody can choose a store.
const FIRST_PAUSE = 2 * MINUTE

/** Whether to take the lists now: once after each renewal; after a failure in half an hour, the first ones in two minutes. */
export function isListDue({ takenAt, triedAt }: StoreListState, now: Date): boolean {
  const today = new Date(`${taipeiDay(now)}T${RENEWED}`)
  const lastRenewal = today <= now ? today : new Date(today.getTime() - DAY)
  const isNew = takenAt === undefined || new Date(takenAt) < lastRenewal
  const pause = takenAt === undefined ? FIRST_PAUSE : PAUSE
  const isWaiting = triedAt !== undefined && now.getTime() - Date.parse(triedAt) < pause
  return isNew && !isWaiting
}
