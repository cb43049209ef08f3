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

/** One of the states of a return. */
export type ReturnState = (typeof RETURN_STATES)[number]

/**
 * Some pieces of a line of the order; the index is the line's place among the items, from 0.
 * `size`: others in this size are wished for them, not the money.
 */
export const returnedPiecesSchema = z.object({
  index: z.int().min(0),
  quantity: z.int().min(1),
  size: z.enum(SIZES).optional(),
})
export type ReturnedPieces = Readonly<z.infer<typeof returnedPiecesSchema>>

/**
 * A member's wish to send pieces back: which, why, and how to be reached. `answer` is what the owner said
 * to the member; `parcel` carries what was sent in exchange. Times are ISO 8601 in UTC.
 */
export const returnRequestSchema = z.object({
  number: z.int().min(1),
  state: z.enum(RETURN_STATES),
  items: z.array(returnedPiecesSchema).min(1),
  reason: z.string(),
  contact: z.string(),
  askedAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
  answer: z.string().optional(),
  parcel: shipmentSchema.optional(),
})
export type ReturnRequest = Readonly<z.infer<typeof returnRequestSchema>>

/** The pieces of a return for which others are wished. */
export function piecesToExchange({
  items,
}: Pick<ReturnRequest, 'items'>): readonly ReturnedPieces[] {
  return items.filter(({ size }) => size !== undefined)
}
