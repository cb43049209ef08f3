import {
  CarrierProblem,
  type ParcelCarrier,
  type ParcelRecord,
  type ParcelToBook,
} from '#lib/parcel/carrier.ts'

import { step, world } from '../world.ts'

/** What the carrier of a world has, by the shop's number. */
export const booked = new Map<string, ParcelRecord>()

const LONGEST = 40

function unknown(name: string): CarrierProblem {
  return new CarrierProblem(name, 'unknown', 'TimeoutError')
}

function book(parcel: ParcelToBook) {
  if (booked.has(parcel.number)) throw new CarrierProblem('Create', 'refused', '編號重覆')
  const { chain, number, value } = parcel
  const ids = { chain, carrierId: String(booked.size + 1), paymentNo: 'G1', validation: '1' }
  const record = { number, ids, state: 'booked' as const, code: '300', words: '', value }
  booked.set(number, { ...record, collect: 0, fee: 60 })
  return ids
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
  listStores: async () => [],
  book: create,
  find: async (number) => {
    await step()
    if (world().strikes()) throw unknown('Query')
    return booked.get(number)
  },
  changeStore: async () => {},
  cancel: async () => {},
  labels: () => ({ action: '', fields: {} }),
  readPush: () => undefined,
}

/** The carrier of the random runs. */
export function carrier(): ParcelCarrier {
  return CARRIER
}
