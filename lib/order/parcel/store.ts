import { z } from 'zod'

import { type City, districtsOf } from '../../delivery/districts.ts'
import { isParcelName, parcelName } from '../../delivery/parcel-recipient.ts'
import {
  type StoreChain,
  type Recipient,
  storeText,
  isStore,
  storeFrom,
} from '../../delivery/recipient.ts'
import { isInFlight } from '../../operation/timing.ts'
import { fail, ok, type Result } from '../../result.ts'
import { PICKUP_PATH } from '../../routes/paths.ts'
import { singleLineText } from '../../text/text-schemas.ts'
import { taipeiDay } from '../../time/taipei-time.ts'
import { type ChangeContext, newEvent } from '../events.ts'
import type { Order, OrderChange } from '../order.ts'
import { liveParcel } from './order-parcel.ts'

/** A convenience store that keeps parcels; `city` and `district` are empty where its address names none. */
export type ChainStore = {
  readonly chain: StoreChain
  /** The chain's store number. */
  readonly number: string
  readonly name: string
  readonly address: string
  readonly city: string
  readonly district: string
  /** Parcels to outlying islands take days longer. */
  readonly isOutlying: boolean
}

export type ListedStore = Pick<ChainStore, 'chain' | 'number' | 'name' | 'address'>

/** One spelling of Taiwan's 臺, which the chains write both ways. */
export function oneSpelling(text: string): string {
  return text.replaceAll('台', '臺')
}

const ISLAND_COUNTIES = ['澎湖縣', '金門縣', '連江縣']
const ISLAND_TOWNSHIPS = ['屏東縣琉球鄉', '臺東縣綠島鄉', '臺東縣蘭嶼鄉']

export function isOutlyingIsland(city: string, district: string): boolean {
  return ISLAND_COUNTIES.includes(city) || ISLAND_TOWNSHIPS.includes(city + district)
}

/** Returns an address's city and district in the form's spelling; empty if none. */
export function placeOfAddress(
  address: string,
  cities: readonly City[],
): { readonly city: string; readonly district: string } {
  const text = oneSpelling(address.replaceAll(/\s/g, ''))
  const city = cities.find(({ name }) => text.startsWith(oneSpelling(name)))?.name ?? ''
  const rest = text.slice(city.length)
  const district = districtsOf(cities, city).find(({ name }) => rest.startsWith(oneSpelling(name)))
  return { city, district: district?.name ?? '' }
}

/** A store as its chain lists it, with the place that its address names. */
export function storeAt(listed: ListedStore, cities: readonly City[]): ChainStore {
  const { city, district } = placeOfAddress(listed.address, cities)
  return { ...listed, city, district, isOutlying: isOutlyingIsland(city, district) }
}

/** The chains whose stores are fetched. */
export const LISTED_CHAINS: readonly StoreChain[] = ['7-11', '全家']

/** Stored list of one chain: its version and its number of parts. */
export type KeptList = {
  readonly version: string
  readonly pieces: number
  readonly count: number
}

/** State of the stored lists; times in ISO 8601, UTC. */
export type StoreListState = {
  readonly lists: Readonly<Partial<Record<StoreChain, KeptList | undefined>>>
  /** When every chain's list was last taken. */
  readonly takenAt?: string | undefined
  /** When taking them was last begun. */
  readonly triedAt?: string | undefined
}

/** A list that lost more than this share of its stores is taken for a broken one. */
const MOST_LOST = 0.2

/** Whether a new list may replace the kept one. */
export function canReplace(kept: KeptList | undefined, count: number): boolean {
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

/** The most stores that one answer holds; the busiest district of a chain has fewer. */
export const MOST_STORES = 300

/** The most stores that a search by words answers. */
export const MOST_MATCHES = 20

const chainSchema = z.enum(['7-11', '全家'])

/** Query for stores: by district, by text or by number. */
export const storeQuerySchema = z.union([
  z.object({ chain: chainSchema, text: singleLineText(40).min(1) }),
  z.object({
    chain: chainSchema,
    city: singleLineText(20).min(1),
    district: singleLineText(20).min(1),
  }),
])
export type StoreQuery = Readonly<z.infer<typeof storeQuerySchema>>

/** A store as the picker shows it. */
export type ShownStore = Pick<ChainStore, 'number' | 'name' | 'address' | 'isOutlying'>

/** The answer to a query: stores, and whether there are more than are shown. */
export type StoreAnswer = { readonly stores: readonly ShownStore[]; readonly hasMore: boolean }

function comparable(text: string): string {
  return oneSpelling(text.normalize('NFKC')).toLowerCase()
}

type Comparable = { readonly title: string; readonly place: string }

// Made once a store: thousands are searched for each letter that somebody types.
const comparables = new WeakMap<ChainStore, Comparable>()

function comparableOf(store: ChainStore): Comparable {
  const known = comparables.get(store)
  if (known) return known
  const made = { title: comparable(store.name), place: comparable(store.address) }
  comparables.set(store, made)
  return made
}

// The better a store matches, the lower; undefined where a word is found nowhere.
function rank(store: ChainStore, words: readonly string[]): number | undefined {
  const { title, place } = comparableOf(store)
  const places = words.map((word) => {
    if (store.number === word || title === word) return 0
    if (title.startsWith(word)) return 1
    if (title.includes(word)) return 2
    return place.includes(word) ? 3 : undefined
  })
  return places.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
    0,
  )
}

function matches(stores: readonly ChainStore[], text: string): readonly ChainStore[] {
  const words = comparable(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return stores
    .map((store) => ({ store, at: rank(store, words) }))
    .flatMap(({ store, at }) => (at === undefined ? [] : [{ store, at }]))
    .toSorted((a, b) => a.at - b.at)
    .map(({ store }) => store)
}

/** The stores that a query finds among those of its chain, the best match first. */
export function searchStores(stores: readonly ChainStore[], query: StoreQuery): StoreAnswer {
  const ofChain = stores.filter(({ chain }) => chain === query.chain)
  const isSearch = 'text' in query
  const found = isSearch
    ? matches(ofChain, query.text)
    : ofChain.filter(({ city, district }) => city === query.city && district === query.district)
  const most = isSearch ? MOST_MATCHES : MOST_STORES
  const shown = found.slice(0, most).map(({ number, name, address, isOutlying }) => {
    return { number, name, address, isOutlying }
  })
  return { stores: shown, hasMore: found.length > most }
}

/** Why a parcel can't go to a store: its chain does not list it, or does not print this name. */
export type StoreRefusal = 'store-unknown' | 'store-recipient'

/** Returns the recipient with the listed store's name, or the typed store without a list. */
export function deliverToStore(
  recipient: Recipient,
  listed: ChainStore | 'unlisted' | undefined,
): Result<Recipient, StoreRefusal> {
  if (!isParcelName(parcelName(recipient))) return fail('store-recipient')
  if (listed === undefined) return fail('store-unknown')
  return ok(listed === 'unlisted' ? recipient : { ...recipient, store: storeText(listed) })
}

/** Lifetime of a store choice on the carrier's map, in milliseconds. */
const OPEN_FOR = 60 * 60_000

/**
 * A store choice, document map_choices/{token}. `store` comes unverified from a browser; the token
 * identifies the choice.
 */
export const mapChoiceSchema = z.object({
  token: z.string(),
  uid: z.string(),
  chain: z.enum(['7-11', '全家']),
  startedAt: z.iso.datetime(),
  store: z.string().optional(),
})
export type MapChoice = Readonly<z.infer<typeof mapChoiceSchema>>

/** The map's unsigned reply. */
export type MapReply = Pick<MapChoice, 'token' | 'chain'> & {
  readonly number: string
  readonly name: string
}

/** Why a reply of the map is not taken. */
export type MapProblem = 'expired' | 'invalid'

const isOver = ({ startedAt }: MapChoice, now: Date) =>
  now.getTime() - Date.parse(startedAt) > OPEN_FOR

/** Returns the choice with the reply's store: same chain, once, within the hour. */
export function withReply(
  choice: MapChoice | undefined,
  reply: MapReply,
  now: Date,
): MapChoice | MapProblem {
  if (choice === undefined || isOver(choice, now)) return 'expired'
  const store = storeText(reply)
  if (choice.chain !== reply.chain || !isStore(store)) return 'invalid'
  // A browser may send its form twice.
  if (choice.store !== undefined && choice.store !== store) return 'invalid'
  return { ...choice, store }
}

/** The store that a member chose on the map; undefined for anybody else, and when the hour is over. */
export function chosenStore(
  choice: MapChoice | undefined,
  uid: string,
  now: Date,
): string | undefined {
  return choice?.uid === uid && !isOver(choice, now) ? choice.store : undefined
}

/** Why another store can't be chosen: the link is not the newest, the parcel is in another chain, has gone on, or goes elsewhere perhaps. */
export type StoreChoiceRefusal =
  | 'link-over'
  | 'other-chain'
  | 'store-unknown'
  | 'too-late'
  | 'choice-under-way'

/** The page on which a shopper chooses another store; what opens it stands after the #, where no log sees it. */
export function storeChoicePath(id: string, token: string): string {
  return `${PICKUP_PATH}#${id}.${token}`
}

/**
 * Returns the change that requests another store by a link with this token; undefined if already
 * requested.
 */
export function storeAsked(
  order: Order,
  token: string,
  context: ChangeContext,
): OrderChange | undefined {
  if (order.storeChoice || order.shippingMethod !== 'store') return undefined
  const { number } = storeFrom(order.recipient.store)
  const live = liveParcel(order)
  const alarm = live?.state === 'store-closed' ? 'store-closed' : 'no-store'
  const isNew = order.parcelAlarm !== alarm
  return {
    events: [
      newEvent('store.requested', { store: order.recipient.store, number, token }, context),
      ...(isNew
        ? [newEvent('parcel.alarmed', { parcel: live?.number ?? '', alarm }, context)]
        : []),
    ],
  }
}

/** Whether a link's token opens the choice of another store now. */
export function opensChoice(order: Pick<Order, 'storeChoice'>, token: string): boolean {
  return order.storeChoice?.token === token
}

/** Why this store can't be chosen for an order; undefined when it can. */
export function choiceProblem(
  order: Order,
  token: string,
  store: Pick<ChainStore, 'chain'>,
): StoreChoiceRefusal | undefined {
  if (!opensChoice(order, token)) return 'link-over'
  const live = liveParcel(order)
  if (live && live.chain !== store.chain) return 'other-chain'
  const isHere = live === undefined || live.state === 'booked' || live.state === 'store-closed'
  return isHere ? undefined : 'too-late'
}

/** The change that stores a wish before the carrier is asked. Another store is not asked for while a wish may be on its way. */
export function storeWished(
  order: Order,
  token: string,
  store: ChainStore,
  context: ChangeContext,
): Result<OrderChange, StoreChoiceRefusal> {
  const problem = choiceProblem(order, token, store)
  if (problem || !order.storeChoice) return fail(problem ?? 'link-over')
  const { wish: before } = order.storeChoice
  const isUnderWay = before && isInFlight(before.at, context.now)
  if (isUnderWay && before.number !== store.number) return fail('choice-under-way')
  const wish = { store: storeText(store), number: store.number }
  return ok({ events: [newEvent('store.wished', wish, context)] })
}

/** The change that ends a wish which the carrier refused; the link stays open. */
export function wishRefused(
  order: Order,
  number: string,
  context: ChangeContext,
): OrderChange | undefined {
  const { wish } = order.storeChoice ?? {}
  if (wish?.number !== number) return undefined
  return { events: [newEvent('store.refused', { store: wish.store }, context)] }
}

/** The change that sends an order to another store, as the link allows. */
export function storeChosen(
  order: Order,
  token: string,
  store: ChainStore,
  context: ChangeContext,
): Result<OrderChange, StoreChoiceRefusal> {
  const problem = choiceProblem(order, token, store)
  if (problem) return fail(problem)
  const { store: before } = order.recipient
  const chosen = { store: storeText(store), number: store.number, before }
  return ok({ events: [newEvent('store.chosen', chosen, context)] })
}
