import { z } from 'zod'

import { MAX_LINES, MIN_QUANTITY, MOST_REPLACED } from '#lib/cart/cart.ts'
import { MAX_UNITS } from '#lib/company/purchase-terms.ts'
import { recipientSchema, shippingMethodSchema } from '#lib/delivery/recipient-schema.ts'
import { CODE_FORM } from '#lib/discount/code-form.ts'
import { shopperInvoiceSchema } from '#lib/invoice/invoice-schema.ts'
import {
  EMPTY_INVOICE,
  invoiceOf,
  invoiceProblems,
  typedInvoice,
} from '#lib/invoice/typed-invoice.ts'
import { SIZES } from '#lib/product/sizes.ts'

/** Schema of an invoice as a checkout asks for it: every field of its kind is right, and nothing is printed. */
export const orderedInvoiceSchema = shopperInvoiceSchema
  .overwrite((invoice) => invoiceOf(typedInvoice({ ...EMPTY_INVOICE, ...invoice })))
  .refine((invoice) => invoiceProblems({ ...EMPTY_INVOICE, ...invoice }).length === 0)

/** Trusted fields of a cart line: product and quantity, never a price. */
export const orderedLineSchema = z.object({
  id: z.string().min(1).max(64),
  color: z.string().min(1).max(40),
  size: z.enum(SIZES),
  quantity: z.int().min(MIN_QUANTITY).max(MAX_UNITS),
})

export type OrderedLine = Readonly<z.infer<typeof orderedLineSchema>>

/**
 * Request of the checkout; `displayedTotal` in whole TWD. The browser makes a new `key` for each
 * confirmation.
 */
export const orderRequestSchema = z.object({
  key: z.uuid(),
  replaces: z.array(z.uuid()).max(MOST_REPLACED).default([]),
  lines: z.array(orderedLineSchema).min(1).max(MAX_LINES),
  displayedTotal: z.int(),
  shippingMethod: shippingMethodSchema,
  recipient: recipientSchema,
  invoice: orderedInvoiceSchema.default({ kind: 'email' }),
  /** The discount code, where one is used. */
  code: z.string().regex(CODE_FORM).optional(),
  /** Only on a gift: its recipient is not the buyer. */
  gift: z.literal(true).optional(),
  /** The shopper has said that a place which is not on the list is right. */
  placeConfirmed: z.boolean().default(false),
})

export type OrderRequest = Readonly<z.infer<typeof orderRequestSchema>>

/** The same as the browser sends it. */
export type OrderRequestInput = Readonly<z.input<typeof orderRequestSchema>>
