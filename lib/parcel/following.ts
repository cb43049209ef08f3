import { completed, moneyProblem, shipped } from '../order/fulfilment.ts'
import {
  applyChange,
  type ChangeContext,
  changeEvent,
  type Order,
  type OrderChange,
} from '../order/order.ts'
import type { ParcelRecord } from './carrier.ts'
import {
  hasLeft,
  isOver,
  type OrderParcel,
  type ParcelAlarm,
  shipmentOf,
  withParcel,
} from './order-parcel.ts'
import { nextParcelCheck } from './parcel-check.ts'
import { canMove, type ParcelState, withSighting } from './parcel-state.ts'

/** What the owner must act on, as soon as a parcel is there. */
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

type StatusChange = Pick<OrderChange, 'status' | 'shipment' | 'completedAt'>

function fieldsOf({ event: _event, ...fields }: OrderChange): StatusChange {
  return fields
}

// A wrong scan takes back that the buyer has it; the days to return begin when they do.
function statusOf(order: Order, parcel: OrderParcel, context: ChangeContext): StatusChange {
  const { state } = parcel
  if (state === 'mis-scanned') return order.status === '已完成' ? { status: '已出貨' } : {}
  if (!hasLeft(state) || order.shipment !== undefined) {
    return state === 'picked-up' ? arrival(order, context) : {}
  }
  const left = shipped(order, shipmentOf(parcel), context)
  if (!left.ok || left.data === undefined) return {}
  const gone = fieldsOf(left.data)
  const after = applyChange(order, left.data)
  return state === 'picked-up' ? { ...gone, ...arrival(after, context) } : gone
}

function arrival(order: Order, context: ChangeContext): StatusChange {
  const arrived = completed(order, context)
  return arrived.ok && arrived.data ? fieldsOf(arrived.data) : {}
}

// Of a parcel that is still here, or that left though the order forbids it.
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
  return {
    ...parcel,
    ...(fee > 0 && fee !== parcel.fee ? feeAt : {}),
    ...(collect > 0 ? { collect } : {}),
    ...(isNew ? { unknownCodes: [...known, code] } : {}),
  }
}

function newsOf(before: OrderParcel, after: OrderParcel, record: ParcelRecord) {
  const { code, words } = record
  if (before.state !== after.state) return [`parcel-${after.state}`, `${code} ${words}`] as const
  const isUnknown = before.unknownCodes?.length !== after.unknownCodes?.length
  return isUnknown ? (['parcel-unknown-code', `${code} ${words}`] as const) : undefined
}

type Seen = { readonly before: OrderParcel; readonly after: OrderParcel; readonly isNews: boolean }

function nextAlarm(order: Order, { before, after, isNews }: Seen): ParcelAlarm | null {
  const alarm = alarmOf(order, after)
  if (isStanding(alarm)) return alarm
  const isMoved = before.state !== after.state
  if (isMoved) return alarm
  if (isNews) return 'unknown-code'
  return isStanding(order.parcelAlarm) ? null : (order.parcelAlarm ?? null)
}

// Such an alarm stands as long as it is true; any other is raised once, by its news.
const isStanding = (alarm: ParcelAlarm | null | undefined) =>
  alarm === 'unshippable' || alarm === 'collects'

const isSame = (one: OrderParcel, other: OrderParcel) => {
  return one.state === other.state && one.fee === other.fee && one.collect === other.collect
}

/**
 * The change that what the carrier knows of a parcel makes; nothing when it is no news. A state never goes back but
 * for those that the table names, and an unknown code changes nothing but is told once.
 */
export function followParcel(
  order: Order,
  record: ParcelRecord,
  context: ChangeContext,
): OrderChange | undefined {
  const before = order.parcels?.find(({ number }) => number === record.number)
  if (before === undefined || before.ids === undefined || isOver(before)) return undefined
  const after = seenState(seenFacts(before, record, context), record, context)
  const news = newsOf(before, after, record)
  const parcelAlarm = nextAlarm(order, { before, after, isNews: news !== undefined })
  const isSameAlarm = parcelAlarm === (order.parcelAlarm ?? null)
  if (!news && isSame(before, after) && isSameAlarm) return undefined
  const parcels = withParcel(order, before.number, () => after)
  const status = statusOf({ ...order, parcels }, after, context)
  const [what, reason] = news ?? ['parcel-facts', record.code]
  return {
    parcels,
    ...status,
    parcelAlarm,
    parcelCheckAt: nextParcelCheck({ ...order, ...status, parcels }, context.now),
    event: changeEvent(what, context, reason),
  }
}
