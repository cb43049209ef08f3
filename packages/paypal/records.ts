import { z } from 'zod'

const text = z.string()
const said = text.min(1)

const moneySchema = z.strictObject({ currency_code: said, value: said })
const breakdownSchema = z
  .strictObject({
    item_total: moneySchema,
    tax_total: moneySchema,
    shipping: moneySchema,
    handling: moneySchema,
    insurance: moneySchema,
    shipping_discount: moneySchema,
    discount: moneySchema,
  })
  .partial()
const itemSchema = z.strictObject({
  name: said,
  quantity: said,
  unit_amount: moneySchema,
  tax: moneySchema.optional(),
  description: said.optional(),
  sku: said.optional(),
  category: said.optional(),
})
const windowSchema = z
  .strictObject({
    brand_name: said,
    locale: said,
    shipping_preference: said,
    landing_page: said,
    payment_method_preference: said,
    user_action: said,
    return_url: said,
    cancel_url: said,
  })
  .partial()
const nameSchema = z.strictObject({ given_name: said, surname: said })
const addressSchema = z.strictObject({
  address_line_1: said,
  admin_area_2: said,
  admin_area_1: said,
  postal_code: said,
  country_code: said,
})
const personSchema = z
  .strictObject({
    email_address: said.meta({ format: 'email' }),
    name: nameSchema.partial(),
    address: addressSchema.partial(),
  })
  .partial()
const walletSchema = personSchema.extend({ experience_context: windowSchema.optional() })

/**
 * A create call, stricter than PayPal's schema: unknown or empty fields are errors. validate.ts
 * derives a JSON schema.
 */
export const orderRequestSchema = z.strictObject({
  intent: z.enum(['CAPTURE']),
  purchase_units: z.tuple([
    z.strictObject({
      reference_id: said.default('default'),
      amount: moneySchema.extend({ breakdown: breakdownSchema.optional() }),
      items: z.array(itemSchema).optional(),
      description: said.meta({ format: 'short' }).optional(),
      custom_id: said.optional(),
      invoice_id: said.optional(),
    }),
  ]),
  payment_source: z.strictObject({ paypal: walletSchema.optional() }).optional(),
  payer: personSchema.optional(),
  application_context: windowSchema.optional(),
})

/** A refund call; without an amount, refunds the rest. */
export const refundRequestSchema = z.strictObject({
  amount: moneySchema.optional(),
  custom_id: said.optional(),
  invoice_id: said.optional(),
  note_to_payer: said.optional(),
})

/**
 * The buyer's approval. `outcome` decides the capture: `ok`, CAPTURE_PENDING, _DECLINED, _FAILED,
 * or an issue.
 */
const approvalSchema = z.object({
  funding: z.enum(['paypal', 'card']),
  payerId: text,
  outcome: text,
  at: text,
})

const times = { createTime: text, updateTime: text }

/** Outcomes of a dispute. */
export const outcomes = [
  'RESOLVED_SELLER_FAVOUR',
  'RESOLVED_BUYER_FAVOUR',
  'RESOLVED_WITH_PAYOUT',
  'CANCELED_BY_BUYER',
  'ACCEPTED',
  'DENIED',
] as const

/** The schema of each table's rows. */
export const schemas = {
  orders: z.object({
    id: text,
    status: z.enum(['CREATED', 'PAYER_ACTION_REQUIRED', 'APPROVED', 'COMPLETED', 'VOIDED']),
    request: orderRequestSchema,
    approval: approvalSchema.nullable(),
    // Captures refused because of the payment.
    refusals: z.number(),
    // PayPal forgets unapproved orders after a while and answers 404.
    forgotten: z.boolean(),
    ...times,
  }),
  captures: z.object({
    id: text,
    orderId: text,
    status: z.enum([
      'COMPLETED',
      'DECLINED',
      'FAILED',
      'PENDING',
      'PARTIALLY_REFUNDED',
      'REFUNDED',
    ]),
    reason: text.optional(),
    amount: moneySchema,
    invoiceId: text.optional(),
    customId: text.optional(),
    ...times,
  }),
  refunds: z.object({
    id: text,
    captureId: text,
    amount: moneySchema,
    note: text.optional(),
    invoiceId: text.optional(),
    customId: text.optional(),
    status: z.enum(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED']),
    // PayPal took the money back; as a chargeback when the buyer's bank did.
    reversal: z.boolean(),
    chargeback: z.boolean(),
    disputeId: text.optional(),
    // A lost dispute was decided again, for the shop.
    wonBack: z.boolean(),
    // The sum of all refunds of the capture when this one was made, itself included.
    total: text,
    // The part of PayPal's fee that went back.
    fee: text,
    ...times,
  }),
  disputes: z.object({
    id: text,
    captureId: text,
    reason: text,
    status: text,
    // Opened at PayPal (INTERNAL), or at the buyer's bank (EXTERNAL).
    channel: z.enum(['INTERNAL', 'EXTERNAL']),
    amount: moneySchema,
    outcome: z.enum(outcomes).nullable(),
    ...times,
  }),
  // A line of the ledger that is neither a capture nor a refund. Its amount is signed.
  entries: z.object({
    id: text,
    captureId: text,
    code: z.enum(['T1108', 'T1110', 'T1111', 'T1202', 'T1205']),
    amount: moneySchema,
    ...times,
  }),
  // A used PayPal-Request-Id: for which call, and how that ended.
  requestKeys: z.object({
    id: text,
    fingerprint: text,
    resultId: text.nullable(),
    refusal: text.nullable(),
    at: z.number(),
  }),
  deliveries: z.object({
    id: text,
    eventId: text,
    eventType: text,
    refs: z.array(text),
    body: text,
    // A receiver has to refuse all but `genuine`.
    treatment: z.enum(['genuine', 'unsigned', 'tampered', 'forged', 'wrong-webhook-id']),
    state: z.enum(['queued', 'held', 'delivered', 'given-up', 'lost']),
    // Sent before the call that caused it is answered.
    early: z.boolean(),
    // Sent after the next delivery of the same order.
    behindNext: z.boolean(),
    attempts: z.array(z.object({ at: text, status: z.number() })),
    nextAt: z.number(),
  }),
  meta: z.object({ id: text, value: text }),
}

export type Money = z.infer<typeof moneySchema>
export type Person = z.infer<typeof walletSchema>
export type OrderRequest = z.infer<typeof orderRequestSchema>
export type RefundRequest = z.infer<typeof refundRequestSchema>
export type Approval = z.infer<typeof approvalSchema>
export type Order = z.infer<typeof schemas.orders>
export type Capture = z.infer<typeof schemas.captures>
export type Refund = z.infer<typeof schemas.refunds>
export type Dispute = z.infer<typeof schemas.disputes>
export type Outcome = (typeof outcomes)[number]
export type Entry = z.infer<typeof schemas.entries>
export type RequestKey = z.infer<typeof schemas.requestKeys>
export type Delivery = z.infer<typeof schemas.deliveries>
