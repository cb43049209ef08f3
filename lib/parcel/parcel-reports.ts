import { applyEvents } from '#lib/order/apply.ts'
import { complete } from '#lib/order/complete-order.ts'
import { type ChangeContext, newEvent, type OrderEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { exchangeLeft } from '#lib/order/return/answer-return.ts'
import { ship } from '#lib/order/ship-order.ts'
import { moneyProblem } from '#lib/payment/money-problem.ts'
import type { ParcelRecord } from './carrier.ts'
import {
  exchangeToSend,
  hasLeft,
  isOver,
  isStanding,
  liveParcels,
  type OrderParcel,
  type ParcelAlarm,
  shipmentOf,
} from './order-parcel.ts'
import { canMove, type ParcelState } from './parcel-state.ts'

/** States that alarm the owner on arrival. */
const ALARMING = [
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
] as const satisfies readonly ParcelState[]

const NOTHING: readonly OrderEvent[] = []

// Moves the order's status when its parcel leaves and arrives; a wrong scan that is taken back moves nothing here.
function statusEvents(
  order: Order,
  parcel: OrderParcel,
  news: readonly OrderEvent[],
  context: ChangeContext,
): readonly OrderEvent[] {
  const { state, exchange } = parcel
  if (exchange !== undefined) {
    return hasLeft(state) ? exchangeLeft(order, exchange, shipmentOf(parcel), context) : NOTHING
  }
  if (news.some((event) => event.type === 'parcel.moved' && event.data.from)) return NOTHING
  if (!hasLeft(state) || order.shipment !== undefined) {
    return state === 'picked-up' ? arrival(order, context) : NOTHING
  }
  const left = ship(order, { ...shipmentOf(parcel), isDespiteBooking: true }, context)
  const gone = left.ok ? left.data?.events : undefined
  if (!gone) return NOTHING
  return state === 'picked-up' ? [...gone, ...arrival(applyEvents(order, gone), context)] : gone
}

function arrival(order: Order, context: ChangeContext): readonly OrderEvent[] {
  const arrived = complete(order, context)
  return (arrived.ok ? arrived.data?.events : undefined) ?? NOTHING
}

function alarmOf(order: Order, { state, exchange, collect }: OrderParcel): ParcelAlarm | null {
  if (collect !== undefined) return 'collects'
  const mustNotShip = moneyProblem(order) !== undefined
  const isHere = state === 'booked' || state === 'booking'
  const isUnsent =
    exchange === undefined ? order.status === '已付款' : exchangeToSend(order) === exchange
  // Not shipped yet, or shipped wrongly.
  if (mustNotShip && (isHere || (hasLeft(state) && isUnsent))) return 'unshippable'
  // Also of an order that was given back: whether its goods go back to the stock is asked once they are here.
  if (state === 'collected') return mustNotShip && exchange !== undefined ? null : 'came-back'
  return ALARMING.find((one) => one === state) ?? null
}

// The fee and what would be collected, where a record says anything new of them; in whole TWD.
function newCharge(parcel: OrderParcel, record: ParcelRecord) {
  const known = { fee: parcel.fee ?? 0, collect: parcel.collect ?? 0 }
  const fee = record.fee > 0 ? record.fee : known.fee
  const collect = record.collect > 0 ? record.collect : known.collect
  return fee === known.fee && collect === known.collect ? undefined : { fee, collect }
}

// What a record says that the order does not know yet.
function reportEvents(
  parcel: OrderParcel,
  record: ParcelRecord,
  context: ChangeContext,
): readonly OrderEvent[] {
  const { number, ids, state: known, unknownCodes = [] } = parcel
  const { code, words } = record
  const { paymentNo, validation } = record.ids
  const reported = { parcel: number, code, words }
  const isNumbered = ids?.paymentNo === '' && paymentNo !== ''
  const charge = newCharge(parcel, record)
  // States move only as the table allows.
  const state = record.state && canMove(known, record.state) ? record.state : undefined
  const left = known === 'picked-up' ? { from: known } : {}
  const isUnknown = record.state === undefined && code !== '' && !unknownCodes.includes(code)
  return [
    ...(isNumbered
      ? [newEvent('parcel.numbered', { parcel: number, paymentNo, validation }, context)]
      : []),
    ...(charge ? [newEvent('parcel.charged', { parcel: number, ...charge }, context)] : []),
    ...(state ? [newEvent('parcel.moved', { ...reported, ...left, state }, context)] : []),
    ...(isUnknown ? [newEvent('parcel.unknown-code', reported, context)] : []),
  ]
}

// What is to be told of a parcel. What lasts is told again only once the parcel has moved since the owner settled it.
function untoldAlarm(order: Order, parcel: OrderParcel): ParcelAlarm | null {
  const alarm = alarmOf(order, parcel)
  if (!isStanding(alarm)) return alarm
  const settled = order.history.findLast(
    ({ type, by }) => type === 'parcel.settled' && by === 'owner',
  )
  const isSame = settled?.type === 'parcel.settled' && settled.data.alarm === alarm
  return isSame && settled.at >= (parcel.sightings.at(-1)?.at ?? '') ? null : alarm
}

// An alarm that stands comes first; then the new state's, then that of a code, each of which is told.
function alarmEvents(
  order: Order,
  parcel: OrderParcel,
  news: readonly OrderEvent[],
  context: ChangeContext,
): readonly OrderEvent[] {
  const before = order.parcelAlarm ?? null
  // What lasts of another parcel of the order stands before what this one says.
  const others = liveParcels(order).filter(({ number }) => number !== parcel.number)
  const lasting = others.map((other) => untoldAlarm(order, other)).find(isStanding)
  const own = lasting ?? untoldAlarm(order, parcel)
  const isMoved = news.some(({ type }) => type === 'parcel.moved')
  const isCode = news.some(({ type }) => type === 'parcel.unknown-code')
  const isOwn = isStanding(own) || isMoved
  const alarm = isOwn ? own : isCode ? 'unknown-code' : isStanding(before) ? null : before
  if (alarm === null) {
    return isStanding(before) ? [newEvent('parcel.settled', { alarm: before }, context)] : []
  }
  const isNotified = alarm === before && !(isCode && alarm === 'unknown-code')
  return isNotified ? [] : [newEvent('parcel.alarmed', { parcel: parcel.number, alarm }, context)]
}

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
  const news = reportEvents(before, record, context)
  const after = applyEvents(order, news).parcels?.find(({ number }) => number === record.number)
  const parcel = after ?? before
  const alarms = alarmEvents(order, parcel, news, context)
  if (news.length === 0 && alarms.length === 0) return undefined
  const isStoreChanged = news.some(
    (orderEvent) => orderEvent.type === 'parcel.moved' && orderEvent.data.state === 'store-changed',
  )
  // The store that was wished for is the one to which the carrier sends it on, also where its answer was lost.
  const wish = isStoreChanged ? order.storeChoice?.wish : undefined
  const { store: old } = order.recipient
  const chosen = wish
    ? [newEvent('store.chosen', { store: wish.store, number: wish.number, before: old }, context)]
    : []
  const status = statusEvents(order, parcel, news, context)
  return { events: [...news, ...status, ...alarms, ...chosen] }
}
