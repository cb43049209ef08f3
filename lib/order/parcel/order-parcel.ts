import { z } from 'zod'

import type { StoreChain } from '../../delivery/recipient.ts'
import { IN_FLIGHT } from '../../operation/timing.ts'
import { taipeiHour } from '../../time/taipei-time.ts'
import type { MapReply, ChainStore } from './store.ts'

/** Carriers of parcels: a chain to its stores, or 黑貓 home. */
export const PARCEL_CHAINS = ['7-11', '全家', '黑貓'] as const satisfies readonly (
  | StoreChain
  | '黑貓'
)[]
export type ParcelChain = (typeof PARCEL_CHAINS)[number]

/** Destination of a parcel: a chain's store, or home. */
export type ParcelDestination =
  | { readonly chain: StoreChain; readonly store: string }
  | { readonly chain: '黑貓'; readonly zipcode: string; readonly address: string }

/** A parcel to be booked; amounts in whole TWD. */
export type ParcelToBook = {
  /** The shop's number of it: unique for ever, at most 20 letters and digits. */
  readonly number: string
  readonly destination: ParcelDestination
  /** Value of the goods, 1 to 20,000 TWD: the compensation for a lost parcel. */
  readonly value: number
  readonly goods: string
  /** The telephone as digits; for a store it is a mobile one. */
  readonly recipient: { readonly name: string; readonly phone: string }
  readonly bookedAt: Date
}

/** The carrier's ids of a parcel; only some chains have `validation`. */
export type ParcelIds = {
  readonly chain: ParcelChain
  readonly carrierId: string
  readonly paymentNo: string
  readonly validation: string
}

/** The carrier's record of a parcel; amounts in whole TWD. */
export type ParcelRecord = {
  readonly number: string
  readonly ids: ParcelIds
  /** Undefined where the shop does not know the carrier's code. */
  readonly state: ParcelState | undefined
  readonly code: string
  readonly words: string
  readonly value: number
  /** Cash on pickup in TWD; always 0. */
  readonly collect: number
  /** The carrier's fee, once charged. */
  readonly fee: number
}

/** A pushed message about a parcel. It is a hint; `find` asks for the truth. */
export type ParcelPush =
  | {
      readonly kind: 'status'
      readonly number: string
      readonly state: ParcelState | undefined
      readonly code: string
      readonly words: string
      readonly at: string
    }
  | { readonly kind: 'store'; readonly carrierId: string; readonly trouble: StoreTrouble }

/** Problem of a store, as its chain reports it. */
export type StoreTrouble = 'closed' | 'renumbered' | 'no-return-store' | 'closed-for-a-while'

/** A form that a browser posts to the carrier: to print labels, or to choose a store on its map. */
export type CarrierForm = {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

/** Why a carrier failed; after `unknown`, it may have succeeded. */
export type CarrierProblemKind = 'unknown' | 'refused' | 'throttled' | 'not-set'

/** A call to the carrier that did not succeed. `issue` is its code or ours, never personal data. */
export class CarrierProblem extends Error {
  override readonly name = 'CarrierProblem'
  readonly kind: CarrierProblemKind
  readonly issue: string

  constructor(what: string, kind: CarrierProblemKind, issue: string) {
    super(`Carrier call "${what}" failed: ${kind} ${issue}`)
    this.kind = kind
    this.issue = issue
  }
}

/** A carrier of parcels to convenience stores, and home. Every call throws CarrierProblem. */
export type ParcelCarrier = {
  /** Whether it takes parcels home. */
  readonly sendsHome: boolean
  /** All stores of a chain that keep parcels. */
  readonly listStores: (chain: StoreChain) => Promise<readonly ChainStore[]>
  /**
   * Books a parcel once under the shop's number. `collect` must be 0. After `unknown`, call `find`
   * before a retry.
   */
  readonly book: (parcel: ParcelToBook, collect: 0) => Promise<ParcelIds>
  /** Finds a parcel by the shop's number; undefined when there is none. */
  readonly find: (number: string) => Promise<ParcelRecord | undefined>
  /** Sends a parcel to another store of its chain. */
  readonly changeStore: (ids: ParcelIds, store: string) => Promise<void>
  /** Takes a booking back, where the chain can (7-11); elsewhere it lapses when its days are over. */
  readonly cancel: (ids: ParcelIds) => Promise<void>
  /** The form that prints the labels of parcels of one chain on one sheet. */
  readonly labels: (parcels: readonly ParcelIds[]) => CarrierForm
  /** Form that opens a chain's store map; the reply carries the token. */
  readonly storeMap: (chain: StoreChain, token: string) => CarrierForm
  /** Parses the map's unsigned browser reply; undefined if invalid. */
  readonly readMapReply: (body: string) => MapReply | undefined
  /** Reads a pushed form; undefined when it is not signed by the carrier. */
  readonly readPush: (body: string) => ParcelPush | undefined
}

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
  askedAt: z.iso.datetime(),
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

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Between two answers that the carrier has none of a parcel, before its number is sent again. */
export const MISSING_FOR = MINUTE

const EVERY = 2 * HOUR
const WEEK = 7 * DAY

/** In milliseconds after the final state: a wrong scan is corrected within days. */
const PICKED_UP_FOR = 14 * DAY
const SILENT_FOR = 60 * DAY

// A booking that was sent on has no sighting yet.
function isForgotten({ state, sightings, sentAt }: OrderParcel, now: Date): boolean {
  const since = Date.parse(sightings.at(-1)?.at ?? sentAt)
  return now.getTime() - since > (state === 'picked-up' ? PICKED_UP_FOR : SILENT_FOR)
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

type ParcelFacts = Pick<OrderParcel, 'state'> & Partial<Pick<OrderParcel, 'chain'>>

/** Labels of a parcel's states. */
export const PARCEL_WORDS: Readonly<Record<OrderParcelState, string>> = {
  booking: '正在建立寄件',
  refused: '沒有建立寄件',
  booked: '已建立寄件，等待交寄',
  'handed-over': '已交寄',
  'at-centre': '在物流中心',
  waiting: '到店，等待取件',
  'picked-up': '已取件',
  'mis-scanned': '門市誤刷取件，包裹退回中',
  unclaimed: '沒有取件，退回中',
  'back-in-store': '已退回寄件門市，請去領回',
  uncollected: '退回後沒有領，將退回物流中心',
  'sent-home': '改由宅配退回',
  'store-closed': '取件門市關閉，等買家改選',
  'store-changed': '已改送另一家門市',
  damaged: '包裹異常，請聯絡綠界',
  lost: '包裹遺失，進入賠償',
  collected: '已領回退件',
  expired: '逾期沒有交寄，寄件已失效',
  cancelled: '已取消寄件',
  destroyed: '逾期沒有領回，已銷毀',
}

// Labels for home parcels that differ.
const HOME_WORDS: Readonly<Partial<Record<OrderParcelState, string>>> = {
  booked: '已建立寄件，等待黑貓收件',
  'handed-over': '黑貓已收件',
  'at-centre': '配送中',
  'picked-up': '已送達',
  unclaimed: '沒有送達，退回中',
  collected: '退件已送回',
}

/** Returns the label of a store or home parcel's state. */
export function parcelText({ chain, state }: ParcelFacts): string {
  return (chain === '黑貓' && HOME_WORDS[state]) || PARCEL_WORDS[state]
}

/** Advice to the owner for each parcel alarm. */
export const ALARM_WORDS: Readonly<Record<ParcelAlarm, string>> = {
  ...PARCEL_WORDS,
  'came-back':
    '包裹退回來了，等買家決定；請到訂單頁按「再寄一次」或「請買家換門市」，或退款後到「寄件」按「已處理」',
  'no-store': '取貨門市已經不在名單上，已請買家另選一家；選好會自己結束',
  unshippable: '這筆訂單現在不能出貨，請不要交寄這個包裹：把它留下，再按「已處理」',
  'unknown-code': '綠界回報了商店不認識的狀態，請到綠界後台查看，再按「已處理」',
  collects: '綠界的紀錄要向買家收錢，請不要交寄，並聯絡綠界，再按「已處理」',
  'mis-scanned': '門市誤刷，包裹退回中，訂單改回已出貨；請聯絡買家，再按「已處理」',
  unclaimed: '買家沒有取件，包裹退回中；領回後到訂單頁決定再寄或退款。知道了請按「已處理」',
  uncollected: '退件沒有去領，將退回物流中心，請聯絡綠界，再按「已處理」',
  'store-closed': '取件門市關閉，已請買家另選一家；選好會自己結束',
  'back-in-store': '已退回寄件門市，請去領回；商店看到領回會自己改成下一步',
  'sent-home': '改由宅配退回，收到後請按「已處理」',
  damaged: '包裹異常，請聯絡綠界，再按「已處理」',
  lost: '包裹遺失，進入賠償；請和買家決定補寄或退款，再按「已處理」',
  expired: '逾期沒有交寄，寄件已失效；請重新「建立寄件」',
  destroyed: '逾期沒有領回，已銷毀；請和買家決定補寄或退款，再按「已處理」',
}

/** The buyer's texts by state; none before shipping. */
const BUYER_WORDS: Readonly<Partial<Record<OrderParcelState, string>>> = {
  'handed-over': '已交寄，運送中',
  'at-centre': '運送中',
  waiting: '已到門市，請帶證件取件',
  'picked-up': '已取件',
  'mis-scanned': '門市誤刷，我們正在處理',
  unclaimed: '逾期沒有取件，退回中',
  'back-in-store': '已退回',
  uncollected: '已退回',
  'sent-home': '已退回',
  collected: '已退回',
  'store-closed': '門市關閉，請看信件另選門市',
  'store-changed': '改送另一家門市',
  damaged: '物流正在處理，我們會和您聯絡',
  lost: '物流正在處理，我們會和您聯絡',
  destroyed: '已退回',
}

const HOME_BUYER: ReadonlySet<OrderParcelState> = new Set<OrderParcelState>([
  'at-centre',
  'picked-up',
  'unclaimed',
])

/** Returns the buyer's text for the newest of these parcels, or an empty text. */
export function buyerParcelText(parcels: readonly ParcelFacts[] = []): string {
  const newest = parcels.at(-1)
  const words = (newest && BUYER_WORDS[newest.state]) ?? ''
  const isHome = newest?.chain === '黑貓' && HOME_BUYER.has(newest.state)
  return isHome ? parcelText(newest) : words
}
