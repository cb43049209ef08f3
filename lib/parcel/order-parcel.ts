import { z } from 'zod'

import { PARCEL_CHAINS, type ParcelIds } from './carrier.ts'
import {
  BOOKED_STATES,
  isEnded,
  type OrderParcelState,
  PARCEL_STATES,
  type ParcelState,
} from './parcel-state.ts'

/**
 * A parcel. `claim` is the booking request's id, `sentAt` its time, `missingAt` when the carrier
 * first lacked it.
 */
export const orderParcelSchema = z.object({
  number: z.string(),
  chain: z.enum(PARCEL_CHAINS),
  /** Empty for a parcel home. */
  store: z.string(),
  value: z.int().min(1),
  /** The return for which it carries others; missing on the order's own parcel. */
  exchange: z.int().min(1).optional(),
  state: z.enum(BOOKED_STATES),
  claim: z.string(),
  sentAt: z.iso.datetime(),
  missingAt: z.iso.datetime().optional(),
  ids: z
    .object({ carrierId: z.string(), paymentNo: z.string(), validation: z.string() })
    .optional(),
  bookedAt: z.iso.datetime().optional(),
  fee: z.int().min(0).optional(),
  feeAt: z.iso.datetime().optional(),
  collect: z.int().min(1).optional(),
  issue: z.string().optional(),
  unknownCodes: z.array(z.string()).optional(),
  sightings: z.array(
    z.object({ state: z.enum(PARCEL_STATES), code: z.string(), at: z.iso.datetime() }),
  ),
})
export type OrderParcel = Readonly<z.infer<typeof orderParcelSchema>>

/** Parcel alarms. `came-back`: the owner has it again. `unshippable`: booked, but the order must not ship. */
export const PARCEL_ALARMS = [
  ...PARCEL_STATES,
  'came-back',
  'no-store',
  'unshippable',
  'unknown-code',
  'collects',
] as const
export type ParcelAlarm = (typeof PARCEL_ALARMS)[number]

/** Whether an alarm lasts while it is true; others are raised once per event. */
export const isStanding = (alarm: ParcelAlarm | null | undefined) =>
  alarm === 'unshippable' || alarm === 'collects'

/** A request for another store: the link's secret and the closed store. `wish` is the store that the carrier was asked for. */
export const storeChoiceSchema = z.object({
  token: z.string(),
  store: z.string(),
  requestedAt: z.iso.datetime(),
  /** Stored before the carrier is asked, and until it is known what became of it; `store` as on the order. */
  wish: z.object({ store: z.string(), number: z.string(), at: z.iso.datetime() }).optional(),
})
export type StoreChoice = Readonly<z.infer<typeof storeChoiceSchema>>

/** Stored parcel fields. `parcelRefs` and the last two are indexed. */
export const PARCEL_FIELDS = {
  parcels: z.array(orderParcelSchema).optional(),
  parcelRefs: z.array(z.string()).optional(),
  storeChoice: storeChoiceSchema.nullable().optional(),
  parcelAlarm: z.enum(PARCEL_ALARMS).nullable().optional(),
  parcelCheckAt: z.iso.datetime().nullable().optional(),
}

type WithParcels = {
  readonly parcels?: readonly OrderParcel[] | undefined
  readonly returns?: readonly { readonly number: number; readonly state: string }[] | undefined
}

/** Whether nothing more can happen to a parcel. */
export function isOver({ state }: Pick<OrderParcel, 'state'>): boolean {
  return state === 'refused' || isEnded(state)
}

/** The return whose exchange is to be sent, by its number. */
export function exchangeToSend({ returns }: WithParcels): number | undefined {
  return returns?.find(({ state }) => state === 'preparing')?.number
}

/** The parcels of an order that are not over: its own, and those of its exchanges. */
export function liveParcels({ parcels = [] }: WithParcels): readonly OrderParcel[] {
  return parcels.filter((parcel) => !isOver(parcel))
}

/** The one parcel that is not over of what is to be sent; once all has left, the newest that is not over. */
export function liveParcel(order: WithParcels): OrderParcel | undefined {
  const live = liveParcels(order)
  const exchange = exchangeToSend(order)
  return exchange === undefined ? live.at(-1) : live.find((one) => one.exchange === exchange)
}

/** The parcels of an order's own goods, or of the exchange of a return. */
export function parcelsFor(
  { parcels = [] }: WithParcels,
  exchange?: number,
): readonly OrderParcel[] {
  return parcels.filter((parcel) => parcel.exchange === exchange)
}

/** The parcels of an order with one of them changed. */
export function withParcel(
  { parcels = [] }: WithParcels,
  number: string,
  change: (parcel: OrderParcel) => OrderParcel,
): OrderParcel[] {
  return parcels.map((parcel) => (parcel.number === number ? change(parcel) : parcel))
}

/** The ids of a parcel as its carrier takes them; undefined while they are not known. */
export function idsOf({ chain, ids }: OrderParcel): ParcelIds | undefined {
  return ids && { chain, ...ids }
}

/** The number by which the carrier's shops and pages know a parcel; until there is one, the carrier's own id. */
export function trackingNumber({ ids }: Pick<OrderParcel, 'ids'>): string {
  if (!ids) return ''
  return ids.paymentNo === '' ? ids.carrierId : ids.paymentNo + ids.validation
}

const CARRIERS: Readonly<Record<OrderParcel['chain'], string>> = {
  '7-11': '7-11 交貨便',
  全家: '全家店到店',
  黑貓: '黑貓宅急便',
}

/** Carrier and tracking number as shown to the shopper. */
export function shipmentOf(parcel: Pick<OrderParcel, 'chain' | 'ids'>) {
  return { carrier: CARRIERS[parcel.chain], trackingNumber: trackingNumber(parcel) }
}

/** Whether a parcel has left the shop's hands. */
export function hasLeft(state: ParcelState | OrderParcelState): boolean {
  return !['booking', 'refused', 'booked', 'expired', 'cancelled'].includes(state)
}
