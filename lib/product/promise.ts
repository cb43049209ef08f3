import { endOfTaipeiDay } from '../time/taipei-day-end.ts'

/** The day (YYYY-MM-DD) about which a product's next pieces ship; none once they are here. */
export type ShipDay = { readonly estimated_ship_date?: string | undefined }

/**
 * Promise of a product: pieces that are here, pieces that ship about a day ahead, or
 * nothing, because the day has passed and the owner has not said what became of it.
 */
export type ShipPromise =
  | { readonly kind: 'here' }
  | { readonly kind: 'dated'; readonly day: string }
  | { readonly kind: 'unsettled'; readonly day: string }

/** Whether a day (YYYY-MM-DD) in Taipei is over at `now`; the day itself is not. */
export function hasPassed(day: string, now: Date): boolean {
  return now >= endOfTaipeiDay(day)
}

/**
 * The promise of a product at `now`. A day that passes draws no conclusion: goods are here only
 * when the owner has said so, which ends the day (lib/product/override.ts).
 */
export function promiseOn({ estimated_ship_date: day }: ShipDay, now: Date): ShipPromise {
  if (day === undefined) return { kind: 'here' }
  return { kind: hasPassed(day, now) ? 'unsettled' : 'dated', day }
}
