import { z } from 'zod'

const anyObject = z.record(z.string(), z.unknown())

const moneySchema = z.object({ currency_code: z.string(), value: z.string() })

const unitSchema = z.object({
  reference_id: z.string().default('default'),
  amount: moneySchema,
  description: z.string().optional(),
  custom_id: z.string().optional(),
  invoice_id: z.string().optional(),
  soft_descriptor: z.string().optional(),
})

/** What the checks read of a create call; its schema was checked before. */
export const orderRequestSchema = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z.tuple([unitSchema]),
  payment_source: z.object({ paypal: anyObject.optional() }).optional(),
  payer: anyObject.optional(),
  application_context: anyObject.optional(),
})

/**
 * What will happen when an approved order is captured. `ok` pays; the three CAPTURE_ ones make a capture
 * in that state; every other word is the issue that the capture is refused with.
 */
const approvalSchema = z.object({
  funding: z.enum(['paypal', 'card']),
  payerId: z.string(),
  outcome: z.string(),
  at: z.string(),
  cardDigits: z.string().optional(),
})

const orderSchema = z.object({
  id: z.string(),
  status: z.enum(['CREATED', 'PAYER_ACTION_REQUIRED', 'APPROVED', 'COMPLETED', 'VOIDED']),
  request: orderRequestSchema,
  approval: approvalSchema.nullable(),
  // How often a capture was refused because of the payment itself.
  refusals: z.number().default(0),
  // PayPal forgets an order that nobody approved in time: it answers 404.
  forgotten: z.boolean(),
  createTime: z.string(),
  updateTime: z.string(),
})

const captureSchema = z.object({
  id: z.string(),
  orderId: z.string(),
  status: z.enum(['COMPLETED', 'DECLINED', 'FAILED', 'PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED']),
  reason: z.string().optional(),
  amount: moneySchema,
  invoiceId: z.string().optional(),
  customId: z.string().optional(),
  createTime: z.string(),
  updateTime: z.string(),
})

const refundSchema = z.object({
  id: z.string(),
  captureId: z.string(),
  amount: moneySchema,
  note: z.string().optional(),
  invoiceId: z.string().optional(),
  customId: z.string().optional(),
  status: z.enum(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED']).default('COMPLETED'),
  // PayPal took the money back; as a chargeback when the buyer's bank did.
  reversal: z.boolean(),
  chargeback: z.boolean().default(false),
  disputeId: z.string().optional(),
  wonBack: z.boolean().default(false),
  // All that went back of the capture when this refund was made, this one included.
  total: z.string().optional(),
  fee: z.string().default('0'),
  createTime: z.string(),
  updateTime: z.string().optional(),
})

/** How a dispute can end. */
export const outcomes = [
  'RESOLVED_SELLER_FAVOUR',
  'RESOLVED_BUYER_FAVOUR',
  'RESOLVED_WITH_PAYOUT',
  'CANCELED_BY_BUYER',
  'ACCEPTED',
  'DENIED',
] as const

export const disputeReasons = [
  'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
  'UNAUTHORISED',
  'CREDIT_NOT_PROCESSED',
  'DUPLICATE_TRANSACTION',
  'INCORRECT_AMOUNT',
  'PAYMENT_BY_OTHER_MEANS',
  'CANCELED_RECURRING_BILLING',
  'PROBLEM_WITH_REMITTANCE',
  'OTHER',
] as const

export const openStatuses = [
  'OPEN',
  'WAITING_FOR_BUYER_RESPONSE',
  'WAITING_FOR_SELLER_RESPONSE',
  'UNDER_REVIEW',
  'OTHER',
] as const

const disputeSchema = z.object({
  id: z.string(),
  captureId: z.string(),
  reason: z.enum(disputeReasons),
  status: z.enum([...openStatuses, 'RESOLVED']),
  // Opened at PayPal, or by the buyer's bank or card company.
  channel: z.enum(['INTERNAL', 'EXTERNAL']),
  amount: moneySchema,
  outcome: z.enum(outcomes).nullable(),
  createTime: z.string(),
  updateTime: z.string(),
})

/** A line of PayPal's ledger that is neither a capture nor a refund; the amount has its sign. */
const entrySchema = z.object({
  id: z.string(),
  captureId: z.string(),
  code: z.enum(['T1108', 'T1109', 'T1110', 'T1111', 'T1201', 'T1202', 'T1205']),
  amount: moneySchema,
  at: z.string(),
})

/** A PayPal-Request-Id that was used: what for, with which body, and how it ended. */
const requestKeySchema = z.object({
  id: z.string(),
  fingerprint: z.string(),
  resultId: z.string().nullable(),
  refusal: z.string().nullable(),
  at: z.number(),
})

const webhookSchema = z.object({ id: z.string(), url: z.string(), eventTypes: z.array(z.string()) })

/** How a delivery is treated on its way; all but `genuine` have to be refused by the receiver. */
export const treatments = ['genuine', 'unsigned', 'tampered', 'forged', 'wrong-webhook-id'] as const

const deliverySchema = z.object({
  id: z.string(),
  eventId: z.string(),
  eventType: z.string(),
  refs: z.array(z.string()),
  webhookId: z.string(),
  body: z.string(),
  treatment: z.enum(treatments),
  state: z.enum(['queued', 'held', 'delivered', 'given-up', 'lost']),
  early: z.boolean(),
  // A reordered delivery leaves after the next one that concerns the same order.
  behindNext: z.boolean(),
  attempts: z.array(z.object({ at: z.string(), status: z.number() })),
  nextAt: z.number(),
})

const metaSchema = z.object({ id: z.string(), value: z.string() })

export const schemas = {
  order: orderSchema,
  capture: captureSchema,
  refund: refundSchema,
  dispute: disputeSchema,
  entry: entrySchema,
  requestKey: requestKeySchema,
  webhook: webhookSchema,
  delivery: deliverySchema,
  meta: metaSchema,
}

export type Money = z.infer<typeof moneySchema>
export type OrderRequest = z.infer<typeof orderRequestSchema>
export type Approval = z.infer<typeof approvalSchema>
export type Order = z.infer<typeof orderSchema>
export type Capture = z.infer<typeof captureSchema>
export type Refund = z.infer<typeof refundSchema>
export type Dispute = z.infer<typeof disputeSchema>
export type Outcome = (typeof outcomes)[number]
export type Entry = z.infer<typeof entrySchema>
export type RequestKey = z.infer<typeof requestKeySchema>
export type Webhook = z.infer<typeof webhookSchema>
export type Delivery = z.infer<typeof deliverySchema>
export type Treatment = (typeof treatments)[number]
