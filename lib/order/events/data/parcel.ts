import { z } from 'zod'

import { PARCEL_CHAINS } from '#lib/parcel/carrier.ts'
import { PARCEL_ALARMS } from '#lib/parcel/order-parcel.ts'
import { PARCEL_STATES } from '#lib/parcel/parcel-state.ts'

/** A code of the carrier's own. */
const issue = z.string()

/** Whole TWD. */
const amount = z.int()

/** The parcel's number. */
const parcel = z.string()

/** A carrier's report about a parcel: our parcel number, the carrier's code and text. */
const reported = { parcel, code: z.string(), words: z.string() }

/** Events of an order's ECPay parcels. */
export const PARCEL_EVENT_DATA = {
  // The same number is requested again where an earlier request was abandoned.
  'parcel.requested': {
    parcel,
    claim: z.string(),
    chain: z.enum(PARCEL_CHAINS),
    /** Empty for a parcel home. */
    store: z.string(),
    value: z.int().min(1),
    /** The return for which it carries others. */
    exchange: z.int().min(1).optional(),
  },
  'parcel.booked': {
    parcel,
    ids: z.object({ carrierId: z.string(), paymentNo: z.string(), validation: z.string() }),
  },
  'parcel.refused': { parcel, issue },
  'parcel.missing': { parcel },
  /** A parcel home gets its number from 黑貓 after it was booked. */
  'parcel.numbered': { parcel, paymentNo: z.string(), validation: z.string() },
  'parcel.moved': {
    ...reported,
    state: z.enum(PARCEL_STATES),
    /** Set when the parcel had been recorded as picked up. */
    from: z.literal('picked-up').optional(),
  },
  'parcel.unknown-code': reported,
  'parcel.charged': { parcel, fee: amount, collect: amount },
  'parcel.alarmed': { parcel, alarm: z.enum(PARCEL_ALARMS) },
  'parcel.settled': { alarm: z.enum(PARCEL_ALARMS) },
  'store.requested': {
    store: z.string(),
    /** The store's number, and what opens the link of the mail. */
    number: z.string(),
    token: z.string(),
    /** The parcel came back, and the store is open. */
    isBack: z.literal(true).optional(),
  },
  /** Stored before the carrier is asked to send the parcel there. */
  'store.change-requested': { store: z.string(), number: z.string() },
  /** The link stays open. */
  'store.refused': { store: z.string() },
  'store.chosen': { store: z.string(), number: z.string(), before: z.string() },
}
