import { z } from 'zod'

import { pastedText } from '#lib/text/plain-text.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'
import { type ChainStore, oneSpelling } from './store.ts'

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
  return oneSpelling(pastedText(text)).toLowerCase()
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

// The better a store matches, the lower, or undefined if a word is found nowhere.
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
