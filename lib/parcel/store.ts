import { type City, districtsOf } from '#lib/delivery/districts.ts'
import { isParcelName, parcelName } from '#lib/delivery/parcel-recipient.ts'
import { type Recipient, type StoreChain, storeText } from '#lib/delivery/recipient.ts'
import { fail, ok, type Result } from '#lib/result.ts'

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
