import 'server-only'

import { randomInt } from 'node:crypto'

import { carrier } from '../adapters/ecpay/carrier.ts'
import {
  changeMapChoice,
  createMapChoice,
  readMapChoice,
} from '../adapters/firestore/map-choices.ts'
import { findCities } from '../delivery/find-cities.ts'
import type { StoreChain } from '../delivery/recipient.ts'
import { storesFrom } from '../settings/ecpay-products.ts'
import { PATHS } from '../routes/paths.ts'
import type { CarrierForm } from './carrier.ts'
import { chosenStore, withReply } from './map-choice.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

// The map returns 20 characters: 62 to the power of 20 is about 119 bits.
const TOKEN = /^[0-9A-Za-z]{20}$/

function newToken(): string {
  return Array.from({ length: 20 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
}

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
  const input = mapCarrier()
  if (input === undefined) return undefined
  const token = newToken()
  await createMapChoice({ token, uid, chain, startedAt: now.toISOString() })
  return input.storeMap(chain, token)
}

/**
 * Stores the map's reply and returns the path to continue at; undefined without a map. Throws
 * DatabaseUnavailable.
 */
export async function takeMapReply(body: string, now: Date): Promise<string | undefined> {
  const input = mapCarrier()
  if (input === undefined) return undefined
  const reply = input.readMapReply(body)
  if (reply === undefined || !TOKEN.test(reply.token))
    return `${PATHS.checkout}?store_error=invalid`
  const taken = await changeMapChoice(reply.token, (choice) => withReply(choice, reply, now))
  if (typeof taken === 'string') return `${PATHS.checkout}?store_error=${taken}`
  return `${PATHS.checkout}?store=${reply.token}`
}

/** The store that a member chose on the map; undefined for another's token, or one that is over. Throws DatabaseUnavailable. */
export async function findMapStore(
  uid: string,
  token: string,
  now: Date,
): Promise<string | undefined> {
  return TOKEN.test(token) ? chosenStore(await readMapChoice(token), uid, now) : undefined
}
