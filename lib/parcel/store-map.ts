import 'server-only'

import { randomInt } from 'node:crypto'

import { carrier } from '#lib/adapters/ecpay/carrier.ts'
import {
  database,
  type DocumentSnapshot,
  expiry,
  readDocument,
  transact,
  writeDocuments,
} from '#lib/adapters/firestore/database.ts'
import { findCities } from '#lib/delivery/find-cities.ts'
import type { StoreChain } from '#lib/delivery/recipient.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { storesFrom } from '#lib/settings/env.ts'
import type { CarrierForm } from './carrier.ts'
import { chosenStore, type MapChoice, mapChoiceSchema, withReply } from './map-choice.ts'

const RETENTION_DAYS = 1

const reference = (token: string) => database().collection('map_choices').doc(token)

function choiceFrom(snapshot: DocumentSnapshot): MapChoice | undefined {
  return mapChoiceSchema.safeParse({ ...snapshot.data(), token: snapshot.id }).data
}

/** Stores that a member goes to the carrier's map. Throws DatabaseUnavailable. */
export async function createMapChoice({ token, ...choice }: MapChoice): Promise<void> {
  const kept = { ...choice, ...expiry(choice.startedAt, RETENTION_DAYS) }
  await writeDocuments('storing a choice of a map', (batch) => batch.create(reference(token), kept))
}

/** Changes a choice in one transaction, where `change` answers one; returns what it answered. Throws DatabaseUnavailable. */
export async function changeMapChoice<Refusal extends string>(
  token: string,
  change: (choice: MapChoice | undefined) => MapChoice | Refusal,
): Promise<MapChoice | Refusal> {
  return transact('taking a choice of a map', async (tx) => {
    const changed = change(choiceFrom(await tx.get(reference(token))))
    if (typeof changed !== 'string') tx.update(reference(token), { store: changed.store })
    return changed
  })
}

/** Reads a choice; one read. Throws DatabaseUnavailable. */
export async function readMapChoice(token: string): Promise<MapChoice | undefined> {
  return choiceFrom(await readDocument('reading a choice of a map', reference(token)))
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

// The map returns 20 characters: 62 to the power of 20 is about 119 bits.
const TOKEN = /^[0-9A-Za-z]{20}$/

function mapCarrier() {
  return storesFrom() === 'map' ? carrier(findCities()) : undefined
}

/**
 * Returns the form to a chain's store map, without member data; undefined without a map. Throws
 * DatabaseUnavailable.
 */
export async function startStoreMap(
  uid: string,
  chain: StoreChain,
  now = new Date(),
): Promise<CarrierForm | undefined> {
  const carrierOfMap = mapCarrier()
  if (carrierOfMap === undefined) return undefined
  const letters = Array.from({ length: 20 }, () => LETTERS.charAt(randomInt(LETTERS.length)))
  const token = letters.join('')
  await createMapChoice({ token, uid, chain, startedAt: now.toISOString() })
  return carrierOfMap.storeMap(chain, token)
}

/**
 * Stores the map's reply and returns the path to continue at; undefined without a map. Throws
 * DatabaseUnavailable.
 */
export async function takeMapReply(body: string, now: Date): Promise<string | undefined> {
  const carrierOfMap = mapCarrier()
  if (carrierOfMap === undefined) return undefined
  const reply = carrierOfMap.readMapReply(body)
  if (reply === undefined || !TOKEN.test(reply.token))
    return `${PATHS.checkout}?store_error=invalid`
  const taken = await changeMapChoice(reply.token, (choice) => withReply(choice, reply, now))
  if (typeof taken === 'string') return `${PATHS.checkout}?store_error=${taken}`
  return `${PATHS.checkout}?store=${reply.token}`
}

/** The store that a member chose on the map, or undefined for another's token, or one that is over. Throws DatabaseUnavailable. */
export async function findMapStore(
  uid: string,
  token: string,
  now: Date,
): Promise<string | undefined> {
  return TOKEN.test(token) ? chosenStore(await readMapChoice(token), uid, now) : undefined
}
