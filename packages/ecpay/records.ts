import { z } from 'zod'

const text = z.string()

const eventSchema = z.object({ code: text, at: text })

/** The schema of a parcel's row. */
export const parcelSchema = z.object({
  /** ECPay's AllPayLogisticsID. */
  id: text,
  number: text,
  subType: z.enum(['UNIMARTC2C', 'FAMIC2C', 'TCAT']),
  amount: z.number(),
  collect: z.number(),
  goods: text,
  sender: z.object({ name: text, mobile: text }),
  receiver: z.object({ name: text, mobile: text }),
  /** The number of its store, or the address of a parcel home. */
  store: text,
  paymentNo: text,
  validation: text,
  createdAt: text,
  replyTo: text,
  storeReplyTo: text,
  /** The life that it leads, and what has happened of it. */
  script: text,
  events: z.array(eventSchema),
})
export type Parcel = z.infer<typeof parcelSchema>

/** A line of an invoice or an allowance. */
export const itemSchema = z.object({
  ItemSeq: z.number(),
  ItemName: text.min(1).max(500),
  ItemCount: z.number().positive(),
  ItemWord: text.min(1).max(6),
  ItemPrice: z.number(),
  ItemTaxType: z.literal('1'),
  ItemAmount: z.number(),
})

const allowanceSchema = z.object({
  number: text,
  amount: z.number(),
  at: text,
  voided: z.boolean(),
})

/** The schema of an invoice's row. */
export const invoiceSchema = z.object({
  /** The number: two letters and eight digits. */
  id: text,
  relateNumber: text,
  random: text,
  createdAt: text,
  amount: z.number(),
  data: z.record(text, z.unknown()),
  voidedAt: text.nullable(),
  allowances: z.array(allowanceSchema),
})
export type Invoice = z.infer<typeof invoiceSchema>

/** The schema of a card payment's row: a number that a browser brought to the cashier. Times are ISO 8601. */
export const cardSchema = z.object({
  /** The shop's MerchantTradeNo. */
  id: text,
  tradeNo: text,
  amount: z.number(),
  item: text,
  customField: text,
  postedAt: text,
  pushUrl: text,
  backUrl: text,
  clientBackUrl: text,
  outcome: z.enum(['ok', 'declined', '3d']).nullable(),
  endedAt: text.nullable(),
  /** The query shows the end so many milliseconds later. */
  shownAfterMs: z.number(),
  /** How its charge stands, where that was said; without, the clock says it. */
  closeAs: z.enum(['Authorized', 'To be captured', 'Captured']).nullable(),
  /** What was undone: E took it out of the close, N gave it up. */
  undone: z.enum(['taken-out', 'given-up']).nullable(),
  refunds: z.array(z.object({ amount: z.number(), at: text })),
})
export type CardPayment = z.infer<typeof cardSchema>

/** The schema of a number for a transfer or a store. Times are ISO 8601. */
export const codeSchema = z.object({
  /** The shop's MerchantTradeNo. */
  id: text,
  tradeNo: text,
  kind: z.enum(['ATM', 'CVS']),
  /** The bank's code of three digits; empty for a store. */
  bank: text,
  number: text,
  amount: z.number(),
  customField: text,
  createdAt: text,
  expiresAt: text,
  pushUrl: text,
  paidAt: text.nullable(),
  paidAmount: z.number(),
  /** The query shows the payment so many milliseconds later. */
  shownAfterMs: z.number(),
})
export type PaymentCode = z.infer<typeof codeSchema>

/** The stand-in's state: clock offset and next ids. */
export const stateSchema = z.object({
  id: z.literal('state'),
  aheadMs: z.number(),
  nextParcel: z.number(),
  /** Used invoice numbers by period. */
  used: z.record(text, z.number()),
  balance: z.number(),
})
export type State = z.infer<typeof stateSchema>
