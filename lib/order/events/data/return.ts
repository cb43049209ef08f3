import { z } from 'zod'

import { returnedUnitsSchema } from '#lib/order/return/return-record.ts'
import { parcel, toSameStore } from '#lib/order/shipment.ts'

/** The number of a return. */
const number = z.int().min(1)

/** The lines, by index, whose units are sent from the stock, since the goods of their pre-order came. */
const lines = z.array(z.int().min(0)).optional()

/** Events of what comes back, and of what is sent for it. */
export const RETURN_EVENT_DATA = {
  'return.requested': {
    number,
    items: z.array(returnedUnitsSchema).optional(),
    contact: z.string().optional(),
  },
  'return.accepted': {
    number,
    /** The owner's words to the member, where the note says more. */
    answer: z.string().optional(),
  },
  'return.refused': { number },
  'return.received': { number, restock: z.boolean() },
  /** The units of an exchange are taken; their parcel is still to leave. */
  'exchange.prepared': {
    number,
    restock: z.boolean(),
    answer: z.string().optional(),
    fromStock: lines,
  },
  'return.exchanged': {
    number,
    restock: z.boolean(),
    parcel,
    answer: z.string().optional(),
    fromStock: lines,
    /** Its units were taken before. */
    isPrepared: z.literal(true).optional(),
  },
  /** Nothing is sent in exchange after all: its units are free again, and the money goes back. */
  'exchange.withdrawn': { number, fromStock: lines },
  /** The parcel of an exchange came back, and is to be sent once more. */
  'exchange.unshipped': { number, parcel, toSameStore },
  'exchange.corrected': { number, parcel, before: parcel },
}
