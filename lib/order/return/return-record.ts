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
  requestedAt: z.iso.datetime(),
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
