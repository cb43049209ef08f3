import { z } from 'zod'

import { MAX_LINES, MAX_QUANTITY, MIN_QUANTITY } from '../cart/cart.ts'
import { recipientSchema, shippingMethodSchema } from '../delivery/recipient.ts'
import { SIZES } from '../product/sizes.ts'

/** What is believed of a cart line: which shirt and how many; never a price. */
export const orderedLineSchema = z.object({
  id: z.string().min(1).max(64),
  color: z.string().min(1).max(40),
  size: z.enum(SIZES),
  quantity: z.int().min(MIN_QUANTITY).max(MAX_QUANTITY),
})
export type OrderedLine = Readonly<z.infer<typeof orderedLineSchema>>

/** What the checkout sends: the lines, the total the shopper saw in whole TWD, the recipient, and a key made once per checkout. */
export const orderRequestSchema = z.object({
  key: z.uuid(),
  lines: z.array(orderedLineSchema).min(1).max(MAX_LINES),
  shownTotal: z.int(),
  shippingMethod: shippingMethodSchema,
  recipient: recipientSchema,
  /** The shopper has said that a place which is not on the list is right. */
  placeConfirmed: z.boolean().default(false),
})
export type OrderRequest = Readonly<z.infer<typeof orderRequestSchema>>
