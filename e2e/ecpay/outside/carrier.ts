import {
  CarrierProblem,
  type ParcelCarrier,
  type ParcelRecord,
  type ParcelToBook,
} from '#lib/parcel/carrier.ts'
import type { ParcelState } from '#lib/parcel/parcel-state.ts'
import { bookedRecord, LIVES } from '../parcel-rules.ts'
import { step, world } from '../world.ts'

/** The carrier's parcels by the shop's number. */
export const booked = new Map<string, ParcelRecord>()

const LONGEST = 40

/** Amounts that the carrier was told to collect, by call. */
export const collected: number[] = []

const lives = new Map<string, (ParcelState | undefined)[]>()

/** A parcel takes the next step of its life. */
export function liveOn(number: string): void {
  const record = booked.get(number)
  if (!record) return
  const any = LIVES[Math.floor(world().random() * LIVES.length)] ?? []
  const life = lives.get(number) ?? [...any]
  lives.set(number, life)
  if (life.length === 0) return
  const state = life.shift()
  booked.set(number, { ...record, state, code: state ?? '4001', fee: 65 })
}

/** Empties the carrier. */
export function emptyCarrier(): void {
  booked.clear()
  lives.clear()
}

function unknown(name: string): CarrierProblem {
  return new CarrierProblem(name, 'unknown', 'TimeoutError')
}

function book(parcel: ParcelToBook) {
  if (booked.has(parcel.number)) throw new CarrierProblem('Create', 'unknown', '編號重覆')
  const record = bookedRecord(parcel, booked.size + 1)
  booked.set(parcel.number, record)
  return record.ids
}

async function create(parcel: ParcelToBook) {
  await step()
  if (world().strikes(0.3)) throw new CarrierProblem('Create', 'throttled', 'HTTP_403')
  if (world().strikes(0.3)) throw new CarrierProblem('Create', 'refused', '餘額不足')
  if (world().strikes()) throw unknown('Create')
  if (world().strikes()) {
    const at = world().time + world().random() * LONGEST * 1000
    const act = () => {
      if (!booked.has(parcel.number)) book(parcel)
    }
    world().late.push({ at, act })
    throw unknown('Create')
  }
  const ids = book(parcel)
  if (world().strikes()) throw unknown('Create')
  await step()
  return ids
}

const CARRIER: ParcelCarrier = {
  sendsHome: false,
  listStores: async () => [],
  book: (parcel, collect) => {
    collected.push(collect)
    return create(parcel)
  },
  find: async (number) => {
    await step()
    if (world().strikes()) throw unknown('Query')
    // A result may be stale when it is read.
    const result = booked.get(number)
    await step()
    return result
  },
  changeStore: async () => {},
  cancel: async () => {},
  labels: () => ({ action: '', fields: {} }),
  storeMap: () => ({ action: '', fields: {} }),
  readMapReply: () => undefined,
  // The random runs push the number alone; anything else is not signed.
  readPush: (body) =>
    body.startsWith('OT')
      ? { kind: 'status', number: body, state: undefined, code: '', words: '', at: '' }
      : undefined,
}

/** Calls that a test answers by itself, for runs that leave nothing to chance. */
export const scripted: { calls: Partial<ParcelCarrier> } = { calls: {} }

/** The carrier of the runs. */
export function carrier(): ParcelCarrier {
  return { ...CARRIER, ...scripted.calls }
}
