import type { Order } from '#lib/order/order.ts'
import type { ParcelRecord, ParcelToBook } from '#lib/parcel/carrier.ts'
import { isOver, liveParcel, type OrderParcel } from '#lib/parcel/order-parcel.ts'
import type { OrderParcelState, ParcelState } from '#lib/parcel/parcel-state.ts'
import { moneyProblem } from '#lib/payment/money-problem.ts'

/** Lives of parcels by the official history, and codes that the shop does not know. */
export const LIVES: readonly (readonly (ParcelState | undefined)[])[] = [
  ['handed-over', 'at-centre', 'waiting', 'picked-up'],
  ['handed-over', undefined, 'at-centre', 'waiting', 'picked-up', 'mis-scanned', 'back-in-store'],
  ['handed-over', 'at-centre', 'waiting', 'unclaimed', 'back-in-store', 'collected'],
  ['handed-over', 'store-closed', 'store-changed', 'at-centre', 'waiting', 'picked-up'],
  ['handed-over', 'at-centre', 'waiting', 'unclaimed', 'uncollected', 'destroyed'],
  ['handed-over', 'at-centre', 'lost'],
  ['expired'],
]

/** The record of a parcel that was just booked, the carrier's so-manieth. */
export function bookedRecord(
  { number, value, destination: { chain } }: ParcelToBook,
  count: number,
): ParcelRecord {
  const ids = { chain, carrierId: String(count), paymentNo: 'G1', validation: '1' }
  return { number, ids, state: 'booked', code: '300', words: '', value, collect: 0, fee: 60 }
}

// The states in their order; only the moves back that are named here may happen.
const ORDER: readonly OrderParcelState[] = [
  'booking',
  'booked',
  'handed-over',
  'at-centre',
  'waiting',
  'picked-up',
  'mis-scanned',
  'unclaimed',
  'back-in-store',
  'uncollected',
  'sent-home',
]
const CORRECTED = ['mis-scanned', 'back-in-store', 'collected']
const NAMED_BACK = ['mis-scanned waiting', 'unclaimed waiting', 'uncollected back-in-store']

function isBack(before: OrderParcelState, after: OrderParcelState): boolean {
  const [from = -1, to = -1] = [before, after].map((state) => ORDER.indexOf(state))
  if (from < 0 || to < 0 || to >= from) return false
  return !NAMED_BACK.includes(`${before} ${after}`)
}

function moveProblems(before: OrderParcel, { number, state }: OrderParcel): readonly string[] {
  if (before.state === state) return []
  return [
    ...(isBack(before.state, state) ? [`${number} went back to ${state}`] : []),
    ...(isOver(before) ? [`${number} was over, and is ${state}`] : []),
  ]
}

function newProblems({ status, payment, ...order }: Order): readonly string[] {
  const problem = moneyProblem({ ...order, payment })
  return [
    ...(status === '已付款' ? [] : [`a parcel of an order that is ${status}`]),
    ...(problem === undefined ? [] : [`a parcel of an order that is ${problem}`]),
    ...((order.parcels ?? []).every(isOver) ? [] : ['a second live parcel']),
  ]
}

/** Returns what a stored change breaks: a parcel without the right to ship, a state that goes back. */
export function parcelProblems(before: Order, after: Order): readonly string[] {
  if (before.parcels === after.parcels && before.status === after.status) return []
  const parcels = (after.parcels ?? []).flatMap((parcel) => {
    const known = before.parcels?.find(({ number }) => number === parcel.number)
    return known ? moveProblems(known, parcel) : newProblems(before)
  })
  if (before.status !== '已完成' || after.status === '已完成') return parcels
  const isCorrected =
    after.status === '已出貨' && CORRECTED.includes(liveParcel(after)?.state ?? '')
  return isCorrected ? parcels : [...parcels, `已完成 became ${after.status}`]
}

/** Returns what is wrong once everything is quiet: the shop and the carrier must have the same parcels. */
export function parcelsAtRest(
  { parcels = [], parcelAlarm, ...order }: Order,
  booked: ReadonlyMap<string, ParcelRecord>,
): readonly string[] {
  const sent = parcels.filter(({ state }) => state !== 'refused')
  const known = new Set(sent.map(({ number }) => number))
  const strange = [...booked.keys()].filter((number) => !known.has(number))
  const isHere = liveParcel({ parcels })?.state === 'booked'
  const isSilent = isHere && moneyProblem(order) !== undefined && parcelAlarm !== 'unshippable'
  return [
    ...(sent.filter((parcel) => !isOver(parcel)).length > 1 ? ['two live parcels'] : []),
    ...strange.map((number) => `the shop does not know ${number}`),
    ...sent.flatMap((parcel) => differences(parcel, booked.get(parcel.number))),
    ...(isSilent ? ['nobody is told that a booked parcel must not leave'] : []),
  ]
}

function differences({ number, ids, state }: OrderParcel, record: ParcelRecord | undefined) {
  if (record === undefined) return [`the carrier has no ${number}`]
  const isSame = record.state === undefined || record.state === state
  return [
    ...(ids?.carrierId === record.ids.carrierId ? [] : [`${number} has other ids`]),
    ...(isSame ? [] : [`${number} is ${state}, not ${record.state}`]),
  ]
}
