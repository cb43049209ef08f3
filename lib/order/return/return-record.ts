import { z } from 'zod'

import { shipmentSchema } from '#lib/order/shipment.ts'
import { SIZES } from '#lib/product/sizes.ts'

/**
 * The states of a return: asked by the member, then the owner's answers. `preparing`: others are to be
 * sent instead; `exchanged`: they were.
 */
export const RETURN_STATES = [
  'requested',
  'accepted',
  'refused',
  'received',
  'preparing',
  'exchanged',
] as const

export type ReturnState = (typeof RETURN_STATES)[number]

/**
 * Units of an order line; `index` counts items from 0. `size` asks for an exchange, not a refund.
 */
export const returnedUnitsSchema = z.object({
  index: z.int().min(0),
  quantity: z.int().min(1),
  size: z.enum(SIZES).optional(),
})

export type ReturnedUnits = Readonly<z.infer<typeof returnedUnitsSchema>>

/** A member's request to return units. Times are ISO 8601 in UTC. */
export const returnRequestSchema = z.object({
  number: z.int().min(1),
  state: z.enum(RETURN_STATES),
  items: z.array(returnedUnitsSchema).min(1),
  reason: z.string(),
  contact: z.string(),
  requestedAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
  /** The owner's words to the member. */
  answer: z.string().optional(),
  /** The parcel sent in exchange. */
  parcel: shipmentSchema.optional(),
})

export type ReturnRequest = Readonly<z.infer<typeof returnRequestSchema>>

/** The units of a return for which others are wished. */
export function unitsToExchange({ items }: Pick<ReturnRequest, 'items'>): readonly ReturnedUnits[] {
  return items.filter(({ size }) => size !== undefined)
}
