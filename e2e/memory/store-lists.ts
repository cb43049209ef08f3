import type { StoreChain } from '#lib/delivery/recipient.ts'
import type { MapChoice } from '#lib/parcel/map-choice.ts'
import { isListDue, type StoredList, type StoreListState } from '#lib/parcel/store-list.ts'
import type { ListedStore } from '#lib/parcel/store.ts'

type Kept = {
  state: StoreListState
  readonly lists: Map<string, readonly ListedStore[]>
  /** Why no list can be read. */
  failure?: Error | undefined
}

/** The chains' lists as they are stored, and the choices on the carrier's map. */
export const stored: Kept & { readonly choices: Map<string, MapChoice> } = {
  state: { lists: {} },
  lists: new Map(),
  choices: new Map(),
}

/** The state of the stored lists. */
export async function readListState(): Promise<StoreListState> {
  if (stored.failure) throw stored.failure
  return stored.state
}

/** Whether the lists are to be taken now. */
export async function claimListRefresh(now: Date): Promise<boolean> {
  if (!isListDue(stored.state, now)) return false
  stored.state = { ...stored.state, triedAt: now.toISOString() }
  return true
}

/** The stores of a stored list. */
export async function readStoreList(
  _chain: StoreChain,
  { version }: StoredList,
): Promise<readonly ListedStore[] | undefined> {
  return stored.lists.get(version)
}

/** Stores a list in place of the one before. */
export async function storeList(chain: StoreChain, stores: readonly ListedStore[]): Promise<void> {
  const version = `${chain}-${stores.map(({ number }) => number).join('-')}`
  stored.lists.set(version, stores)
  const kept = { version, units: 1, count: stores.length }
  stored.state = { ...stored.state, lists: { ...stored.state.lists, [chain]: kept } }
}

/** Notes that every list was taken. */
export async function noteListsTaken(now: Date): Promise<void> {
  stored.state = { ...stored.state, takenAt: now.toISOString() }
}

/** Stores a choice on the map. */
export async function createMapChoice(choice: MapChoice): Promise<void> {
  stored.choices.set(choice.token, choice)
}

/** Changes a choice on the map, unless it must not be. */
export async function changeMapChoice<Refusal extends string>(
  token: string,
  change: (choice: MapChoice | undefined) => MapChoice | Refusal,
): Promise<MapChoice | Refusal> {
  const after = change(stored.choices.get(token))
  if (typeof after !== 'string') stored.choices.set(token, after)
  return after
}

/** A choice on the map. */
export async function readMapChoice(token: string): Promise<MapChoice | undefined> {
  return stored.choices.get(token)
}
