import { type City, districtsOf } from '../../delivery/districts.ts'
import type { StoreChain } from '../../delivery/recipient.ts'

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

/** A store as its chain lists it. */
export type ListedStore = Pick<ChainStore, 'chain' | 'number' | 'name' | 'address'>

/** One spelling of Taiwan's 臺, which the chains write both ways. */
export function oneSpelling(text: string): string {
  return text.replaceAll('台', '臺')
}

const ISLAND_COUNTIES = ['澎湖縣', '金門縣', '連江縣']
const ISLAND_TOWNSHIPS = ['屏東縣琉球鄉', '臺東縣綠島鄉', '臺東縣蘭嶼鄉']

/** Whether a place is on an outlying island. */
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
