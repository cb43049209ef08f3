import { z } from 'zod'

/** Carrier, tracking number and shipping time (ISO 8601 in UTC) of a parcel. */
export const shipmentSchema = z.object({
  carrier: z.string(),
  trackingNumber: z.string(),
  shippedAt: z.iso.datetime(),
})

export type Shipment = Readonly<z.infer<typeof shipmentSchema>>

/** A parcel that goes to its store again, so that nobody is asked for another one any more. */
export const toSameStore = z.literal(true).optional()

/** A parcel as it is written on an order. */
export const parcel = z.object({ carrier: z.string(), trackingNumber: z.string() })
