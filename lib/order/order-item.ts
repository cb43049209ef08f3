import { z } from 'zod'

import { SIZES } from '../product/sizes.ts'

/** A pre-order's promise, as it was given when the order was placed: about which day (YYYY-MM-DD) it ships. */
export const preorderSchema = z.object({ shipsAbout: z.iso.date().optional() })

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
  image: z.string(),
  preorder: preorderSchema.optional(),
})
export type OrderItem = Readonly<z.infer<typeof orderItemSchema>>
