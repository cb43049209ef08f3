import { CarrierProblem, type ParcelCarrier } from '#lib/parcel/carrier.ts'
import { ask, bookAt, change } from '../ecpay.ts'
import { defineFailure } from '../live.ts'

for (const kind of ['unknown', 'refused'] as const) {
  defineFailure(`carrier-${kind}`, () => new CarrierProblem('model', kind, 'the model says so'))
}

const unknown = 'carrier-unknown'

/** The model's carrier. */
export const CARRIER: ParcelCarrier = {
  sendsHome: false,
  listStores: async () => [],
  book: (parcel) =>
    change({ name: `book ${parcel.number}`, unknown }, { kind: 'book', parcel }, (world) =>
      bookAt(world, parcel),
    ),
  find: (number) => ask({ name: `ask about ${number}`, unknown }, ({ parcels }) => parcels[number]),
  changeStore: async () => {},
  cancel: async () => {},
  labels: () => ({ action: '', fields: {} }),
  storeMap: () => ({ action: '', fields: {} }),
  readMapReply: () => undefined,
  readPush: (number) => {
    return { kind: 'status', number, state: undefined, code: '', words: '', at: '' }
  },
}
