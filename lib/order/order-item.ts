import { z } from 'zod'

import { SIZES } from '#lib/product/sizes.ts'

/**
 * The promise of a line whose units were not here when it was ordered: about which day (YYYY-MM-DD)
 * it ships. `fromStock`: its units count against the stock and not the pre-order. `isHere`: they came.
 */
export const preorderSchema = z.object({
  shipsAbout: z.iso.date().optional(),
  fromStock: z.literal(true).optional(),
  isHere: z.literal(true).optional(),
})

/**
 * A priced line of an order, in whole TWD. `usualPrice` is set for a sale, `preorder` for a
 * pre-order.
 */
export const orderItemSchema = z.object({
  id: z.string(),
  title: z.string(),
  size: z.enum(SIZES),
  color: z.string().optional(),
  quantity: z.int().min(1),
  price: z.int().min(0),
  usualPrice: z.int().min(0).optional(),
  /** What a code or an offer took off the whole line, in whole TWD. */
  reduction: z.int().min(1).optional(),
  image: z.string(),
  preorder: preorderSchema.optional(),
})

export type OrderItem = Readonly<z.infer<typeof orderItemSchema>>
