import { z } from 'zod'

import { INVOICE_ALARMS } from '../invoice/invoicing.ts'
import { PARCEL_ALARMS } from '../parcel/order-parcel.ts'
import { PARCEL_STATES } from '../parcel/parcel-state.ts'
import { event } from './event-shape.ts'

/** A code of the carrier's own. */
const issue = z.string()
/** Whole TWD. */
const amount = z.int()
/** What a carrier reports of a parcel: its number here, and the carrier's code and words. */
const reported = { parcel: z.string(), code: z.string(), words: z.string() }

/** What can happen to an order's parcels and invoice where a carrier and an issuer are set up. */
export const ECPAY_EVENTS = [
  event('invoice.issued', { invoiceNumber: z.string(), random: z.string(), amount }),
  event('invoice.dropped', {}),
  event('invoice.voided', { amount }),
  event('invoice.allowed', { amount, allowance: z.string() }),
  event('invoice.alarmed', { alarm: z.enum(INVOICE_ALARMS), words: z.string() }),
  event('invoice.settled', { alarm: z.enum(INVOICE_ALARMS) }),
  event('parcel.requested', { parcel: z.string() }),
  event('parcel.booked', { parcel: z.string() }),
  event('parcel.refused', { parcel: z.string(), issue }),
  event('parcel.missing', { parcel: z.string() }),
  event('parcel.moved', {
    ...reported,
    state: z.enum(PARCEL_STATES),
    /** Where the buyer seemed to have it. */
    from: z.literal('picked-up').optional(),
  }),
  event('parcel.unknown-code', reported),
  event('parcel.charged', { parcel: z.string(), fee: amount, collect: amount }),
  event('parcel.alarmed', { parcel: z.string(), alarm: z.enum(PARCEL_ALARMS) }),
  event('parcel.settled', { alarm: z.enum(PARCEL_ALARMS) }),
  event('store.requested', { store: z.string() }),
  event('store.chosen', { store: z.string(), before: z.string() }),
] as const
