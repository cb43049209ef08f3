import { z } from 'zod'

import { SIZES } from '#lib/product/sizes.ts'

/**
 * What a part of a refund is for: units of a line, an amount of a line without units, or delivery without `id`. Stored
 * with the request as it was chosen; amounts in whole TWD.
 */
export const refundLineSchema = z.object({
  /** The product of the line. */
  id: z.string().optional(),
  color: z.string().optional(),
  /** The size in which it was sold. */
  sold: z.enum(SIZES).optional(),
  shipsAbout: z.string().optional(),
  /** The size of the units that come back; another one after an exchange. */
  size: z.enum(SIZES).optional(),
  quantity: z.int().min(0),
  amount: z.int(),
})
export type RefundLine = Readonly<z.infer<typeof refundLineSchema>>
