import { applyEvents } from '../apply.ts'
import { complete, moneyProblem, ship } from '../fulfilment.ts'
import { type ChangeContext, newEvent, type OrderEvent } from '../events.ts'
import type { Order, OrderChange } from '../order.ts'
import type { ParcelRecord } from './carrier.ts'
import {
  hasLeft,
  isOver,
  isStanding,
  type OrderParcel,
  type ParcelAlarm,
  shipmentOf,
  withParcel,
} from './order-parcel.ts'
import { nextParcelCheck } from './parcel-check.ts'
import { canMove, type ParcelState, withSighting } from './parcel-state.ts'

/** States that alarm the owner on arrival. */
const ALARMING: ReadonlySet<ParcelState> = new Set<ParcelState>([
  'mis-scanned',
  'unclaimed',
  'back-in-store',
  'uncollected',
  'sent-home',
  'store-closed',
  'damaged',
  'lost',
  'expired',
  'destroyed',
])

const NOTHING: readonly OrderEvent[] = []

type ParcelPair = { readonly before: OrderParcel; readonly after: OrderParcel }

// Moves the order's status when its parcel leaves and arrives.
function statusEvents(
  order: Order,
  { before, after: parcel }: ParcelPair,
  context: ChangeContext,
): readonly OrderEvent[] {
  const { state } = parcel
  if (before.state === 'picked-up' && state !== 'picked-up') return NOTHING
  if (!hasLeft(state) || order.shipment !== undefined) {
    return state === 'picked-up' ? arrival(order, context) : NOTHING
  }
  const left = ship(order, shipmentOf(parcel), context)
  if (!left.ok || left.data === undefined) return NOTHING
  const gone = left.data.events
  return state === 'picked-up' ? [...gone, ...arrival(applyEvents(order, gone), context)] : gone
}

function arrival(order: Order, context: ChangeContext): readonly OrderEvent[] {
  const arrived = complete(order, context)
  return arrived.ok && arrived.data ? arrived.data.events : NOTHING
}

// True for an unshipped or wrongly shipped parcel of an order that must not ship.
function isUnshippable(order: Order, { state }: OrderParcel): boolean {
  const isHere = state === 'booked' || state === 'booking'
  const isAway = hasLeft(state) && order.status === '已付款'
  return (isHere || isAway) && moneyProblem(order) !== undefined
}

function alarmOf(order: Order, parcel: OrderParcel): ParcelAlarm | null {
  if (parcel.collect !== undefined) return 'collects'
  if (isUnshippable(order, parcel)) return 'unshippable'
  const { state } = parcel
  if (state === 'booking' || state === 'refused') return null
  return ALARMING.has(state) ? state : null
}

function seenState(parcel: OrderParcel, record: ParcelRecord, { now }: ChangeContext): OrderParcel {
  const { state, code } = record
  if (state === undefined || parcel.state === state) return parcel
  if (parcel.state !== 'booking' && parcel.state !== 'refused' && !canMove(parcel.state, state)) {
    return parcel
  }
  const seen = { state, code, at: now.toISOString() }
  const { history } = withSighting(parcel.sightings, seen)
  return { ...parcel, state, sightings: [...history] }
}

function seenFacts(parcel: OrderParcel, record: ParcelRecord, { now }: ChangeContext): OrderParcel {
  const { fee, collect, code, state } = record
  const feeAt = { fee, feeAt: now.toISOString() }
  const known = parcel.unknownCodes ?? []
  const isNew = state === undefined && code !== '' && !known.includes(code)
  const { paymentNo, validation } = record.ids
  // A parcel home gets its number from 黑貓 after it was booked.
  const isNumbered = parcel.ids?.paymentNo === '' && paymentNo !== ''
  return {
    ...parcel,
    ...(isNumbered ? { ids: { ...parcel.ids, paymentNo, validation } } : {}),
    ...(fee > 0 && fee !== parcel.fee ? feeAt : {}),
    ...(collect > 0 ? { collect } : {}),
    ...(isNew ? { unknownCodes: [...known, code] } : {}),
  }
}

function newsOf({ before, after }: ParcelPair, record: ParcelRecord, context: ChangeContext) {
  const { code, words } = record
  const reported = { parcel: after.number, code, words }
  const { state } = after
  const left = before.state === 'picked-up' ? { from: before.state } : {}
  const isMoved = before.state !== state && state !== 'booking' && state !== 'refused'
  const isUnknown = before.unknownCodes?.length !== after.unknownCodes?.length
  const isCharged = before.fee !== after.fee || before.collect !== after.collect
  const charge = { parcel: after.number, fee: after.fee ?? 0, collect: after.collect ?? 0 }
  return [
    ...(isCharged ? [newEvent('parcel.charged', charge, context)] : []),
    ...(isMoved ? [newEvent('parcel.moved', { ...reported, ...left, state }, context)] : []),
    ...(isUnknown ? [newEvent('parcel.unknown-code', reported, context)] : []),
  ]
}

function nextAlarm(order: Order, { before, after }: ParcelPair): ParcelAlarm | null {
  const alarm = alarmOf(order, after)
  if (isStanding(alarm) || before.state !== after.state) return alarm
  if (before.unknownCodes?.length !== after.unknownCodes?.length) return 'unknown-code'
  return isStanding(order.parcelAlarm) ? null : (order.parcelAlarm ?? null)
}

// Each unknown code is a separate event.
function alarmEvents(order: Order, seen: ParcelPair, context: ChangeContext): OrderEvent[] {
  const alarm = nextAlarm(order, seen)
  const before = order.parcelAlarm ?? null
  const { number: parcel, unknownCodes } = seen.after
  const isCode = alarm === 'unknown-code' && seen.before.unknownCodes !== unknownCodes
  if (alarm !== null) {
    return alarm === before && !isCode
      ? []
      : [newEvent('parcel.alarmed', { parcel, alarm }, context)]
  }
  return isStanding(before) ? [newEvent('parcel.settled', { alarm: before }, context)] : []
}

const isStoreChanged = (event: OrderEvent) =>
  event.type === 'parcel.moved' && event.data.state === 'store-changed'

/**
 * Returns the change for a carrier's record, or undefined without news. States move only as the
 * table allows.
 */
export function followParcel(
  order: Order,
  record: ParcelRecord,
  context: ChangeContext,
): OrderChange | undefined {
  const before = order.parcels?.find(({ number }) => number === record.number)
  if (before === undefined || before.ids === undefined || isOver(before)) return undefined
  const after = seenState(seenFacts(before, record, context), record, context)
  const seen = { before, after }
  const news = newsOf(seen, record, context)
  const alarms = alarmEvents(order, seen, context)
  const isNumbered = before.ids.paymentNo !== after.ids?.paymentNo
  if (news.length === 0 && !isNumbered && alarms.length === 0) return undefined
  // The store that was wished for is the one to which the carrier sends it on, also where its answer was lost.
  const wish = news.some(isStoreChanged) ? order.storeChoice?.wish : undefined
  const parcel = wish ? { ...after, store: wish.number } : after
  const chosen = wish
    ? [newEvent('store.chosen', { store: wish.store, before: order.recipient.store }, context)]
    : []
  const parcels = withParcel(order, before.number, () => parcel)
  const status = statusEvents(order, seen, context)
  const events = [...news, ...status, ...alarms, ...chosen]
  const settled = wish ? { storeChoice: null } : {}
  const moved = { ...applyEvents(order, events), ...settled, parcels }
  return { ...settled, parcels, parcelCheckAt: nextParcelCheck(moved, context.now), events }
}
