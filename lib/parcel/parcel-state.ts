/** The states of a parcel on its way to the buyer, in their order. */
const WAY = ['booked', 'handed-over', 'at-centre', 'waiting', 'picked-up'] as const

/** The states of a parcel on its way back to the shop, in their order. */
const WAY_BACK = ['mis-scanned', 'unclaimed', 'back-in-store', 'uncollected', 'sent-home'] as const

/** States that may come between two others. */
const INTERRUPTIONS = ['store-closed', 'store-changed', 'damaged', 'lost'] as const

/** The states after which nothing comes. */
const ENDS = ['collected', 'expired', 'cancelled', 'destroyed'] as const

/** Every state of a parcel, as the shop names it. */
export const PARCEL_STATES = [...WAY, ...WAY_BACK, ...INTERRUPTIONS, ...ENDS] as const

export type ParcelState = (typeof PARCEL_STATES)[number]

const PLACES: ReadonlyMap<OrderParcelState, number> = new Map(
  [...WAY, ...WAY_BACK].map((state, place) => [state, place]),
)

const isAmong = (states: readonly OrderParcelState[], state: OrderParcelState) =>
  states.includes(state)

/** True for a final state, which is no longer queried. */
export function isEnded(state: OrderParcelState): boolean {
  return isAmong(ENDS, state)
}

/** True while a parcel is on its way back to the shop. */
export function isOnWayBack(state: OrderParcelState): boolean {
  return isAmong(WAY_BACK, state)
}

// A delivery that is announced again goes one step back: to the buyer's store, or to the shop's.
const AGAIN: Partial<Readonly<Record<ParcelState, readonly OrderParcelState[]>>> = {
  waiting: ['mis-scanned', 'unclaimed'],
  'back-in-store': ['uncollected', 'sent-home'],
}

// A pick-up that was scanned by mistake may be seen only when the parcel is back.
const AFTER_WRONG_SCAN = [
  'mis-scanned',
  'back-in-store',
  'uncollected',
  'sent-home',
  'collected',
  'destroyed',
] as const

/**
 * True if a parcel can change states. Only a repeated arrival or a wrong pick-up scan moves back.
 */
export function canMove(from: OrderParcelState, to: ParcelState): boolean {
  if (from === to || isEnded(from)) return false
  if (AGAIN[to]?.includes(from)) return true
  if (from === 'picked-up') return isAmong(AFTER_WRONG_SCAN, to)
  if (to === 'expired' || to === 'cancelled') {
    return from === 'booked' || isAmong(INTERRUPTIONS, from)
  }
  if (isAmong(INTERRUPTIONS, to) || isAmong(ENDS, to)) return true
  // An interruption has no place, so that whatever comes after it is further.
  return (PLACES.get(to) ?? 0) > (PLACES.get(from) ?? 0)
}

/** Observation of a parcel: state, carrier's code and time. */
export type ParcelSighting = {
  readonly state: ParcelState
  readonly code: string
  /** ISO 8601. */
  readonly at: string
}

/** Adds an observation to a parcel's history. A repeat changes nothing, and one out of order no state. */
export function withSighting(
  history: readonly ParcelSighting[],
  seen: ParcelSighting,
): { readonly history: readonly ParcelSighting[]; readonly moved: boolean } {
  if (history.some(({ code, at }) => code === seen.code && at === seen.at)) {
    return { history, moved: false }
  }
  const last = history.at(-1)
  if (last !== undefined && !canMove(last.state, seen.state)) return { history, moved: false }
  return { history: [...history, seen], moved: true }
}

/** `booking`: requested, ids unknown. `refused`: the carrier refused. */
export const BOOKED_STATES = ['booking', 'refused', ...PARCEL_STATES] as const

export type OrderParcelState = (typeof BOOKED_STATES)[number]
