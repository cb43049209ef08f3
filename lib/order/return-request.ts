import { z } from 'zod'

import { SIZES } from '../product/sizes.ts'

/** Carrier, tracking number and shipping time (ISO 8601 in UTC) of a parcel. */
export const shipmentSchema = z.object({
  carrier: z.string(),
  trackingNumber: z.string(),
  shippedAt: z.iso.datetime(),
})
export type Shipment = Readonly<z.infer<typeof shipmentSchema>>

/** The states of a return: asked by the member, then the owner's answers. `exchanged`: others were sent instead. */
export const RETURN_STATES = ['asked', 'accepted', 'refused', 'received', 'exchanged'] as const

export type ReturnState = (typeof RETURN_STATES)[number]

/**
 * Pieces of an order line; `index` counts items from 0. `size` asks for an exchange, not a refund.
 */
export const returnedPiecesSchema = z.object({
  index: z.int().min(0),
  quantity: z.int().min(1),
  size: z.enum(SIZES).optional(),
})
export type ReturnedPieces = Readonly<z.infer<typeof returnedPiecesSchema>>

/** A member's request to return pieces. Times are ISO 8601 in UTC. */
export const returnRequestSchema = z.object({
  number: z.int().min(1),
  state: z.enum(RETURN_STATES),
  items: z.array(returnedPiecesSchema).min(1),
  reason: z.string(),
  contact: z.string(),
  askedAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
  /** The owner's words to the member. */
  answer: z.string().optional(),
  /** The parcel sent in exchange. */
  parcel: shipmentSchema.optional(),
})
export type ReturnRequest = Readonly<z.infer<typeof returnRequestSchema>>

/** The pieces of a return for which others are wished. */
export function piecesToExchange({
  items,
}: Pick<ReturnRequest, 'items'>): readonly ReturnedPieces[] {
  return items.filter(({ size }) => size !== undefined)
}
