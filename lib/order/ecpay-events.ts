import { z } from 'zod'

import { INVOICE_ALARMS } from './invoice/invoicing.ts'
import { PARCEL_ALARMS } from './parcel/order-parcel.ts'
import { PARCEL_STATES } from './parcel/parcel-state.ts'
import { event } from './event-shape.ts'

/** A code of the carrier's own. */
const issue = z.string()
/** Whole TWD. */
const amount = z.int()
/** A carrier's report about a parcel: our parcel number, the carrier's code and text. */
const reported = { parcel: z.string(), code: z.string(), words: z.string() }

/** Events of an order's ECPay parcels and invoice. */
export const ECPAY_EVENTS = [
  event('invoice.issued', { invoiceNumber: z.string(), random: z.string(), amount }),
  event('invoice.dropped', {}),
  event('invoice.voided', { amount }),
  event('invoice.allowed', { amount, allowance: z.string() }),
  event('invoice.found-void', {}),
  event('invoice.alarmed', { alarm: z.enum(INVOICE_ALARMS), words: z.string() }),
  event('invoice.settled', { alarm: z.enum(INVOICE_ALARMS) }),
  event('parcel.requested', { parcel: z.string() }),
  event('parcel.booked', { parcel: z.string() }),
  event('parcel.refused', { parcel: z.string(), issue }),
  event('parcel.missing', { parcel: z.string() }),
  event('parcel.moved', {
    ...reported,
    state: z.enum(PARCEL_STATES),
    /** Set when the parcel had been recorded as picked up. */
    from: z.literal('picked-up').optional(),
  }),
  event('parcel.unknown-code', reported),
  event('parcel.charged', { parcel: z.string(), fee: amount, collect: amount }),
  event('parcel.alarmed', { parcel: z.string(), alarm: z.enum(PARCEL_ALARMS) }),
  event('parcel.settled', { alarm: z.enum(PARCEL_ALARMS) }),
  event('store.requested', { store: z.string() }),
  event('store.chosen', { store: z.string(), before: z.string() }),
] as const
