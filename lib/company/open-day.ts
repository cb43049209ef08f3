import { dayAfter } from '#lib/time/taipei-time.ts'
import { CLOSED_FROM, CLOSED_UNTIL } from './purchase-terms.ts'

/** The days (YYYY-MM-DD, both included) on which the shop ships nothing. */
export type Closing = { readonly from: string; readonly until: string }

/** When the shop closes, as its owner wrote it; undefined while it does not. */
export const CLOSING: Closing | undefined =
  CLOSED_FROM === '' || CLOSED_UNTIL === '' ? undefined : { from: CLOSED_FROM, until: CLOSED_UNTIL }

/** A day about which something ships (YYYY-MM-DD), moved to the first one after a closing that it falls into. */
export function openDay(day: string, closing: Closing | undefined = CLOSING): string {
  if (!closing || day < closing.from || day > closing.until) return day
  return dayAfter(closing.until, 1)
}
