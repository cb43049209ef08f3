import { z } from 'zod'

import { MAX_LINES, MAX_QUANTITY, MIN_QUANTITY, MOST_REPLACED } from '../cart/cart.ts'
import { recipientSchema, shippingMethodSchema } from '../delivery/recipient-schema.ts'
import { SIZES } from '../product/sizes.ts'
import { orderedInvoiceSchema } from './invoice-schema.ts'

/** Trusted fields of a cart line: product and quantity, never a price. */
export const orderedLineSchema = z.object({
  id: z.string().min(1).max(64),
  color: z.string().min(1).max(40),
  size: z.enum(SIZES),
  quantity: z.int().min(MIN_QUANTITY).max(MAX_QUANTITY),
})
export type OrderedLine = Readonly<z.infer<typeof orderedLineSchema>>

/**
 * Request of the checkout; `shownTotal` in whole TWD. The browser makes a new `key` for each
 * confirmation.
 */
export const orderRequestSchema = z.object({
  key: z.uuid(),
  replaces: z.array(z.uuid()).max(MOST_REPLACED).default([]),
  lines: z.array(orderedLineSchema).min(1).max(MAX_LINES),
  shownTotal: z.int(),
  shippingMethod: shippingMethodSchema,
  recipient: recipientSchema,
  invoice: orderedInvoiceSchema.default({ kind: 'email' }),
  /** The shopper has said that a place which is not on the list is right. */
  placeConfirmed: z.boolean().default(false),
})
export type OrderRequest = Readonly<z.infer<typeof orderRequestSchema>>

/** The same as the browser sends it. */
export type OrderRequestInput = Readonly<z.input<typeof orderRequestSchema>>
