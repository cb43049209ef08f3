import { z } from 'zod'

const text = z.string()

/** A part of a payment by source. */
const partSchema = z.object({
  method: z.enum(['CREDIT_CARD', 'BALANCE', 'POINT']),
  amount: z.number(),
})

const refundSchema = z.object({
  id: text,
  amount: z.number(),
  at: text,
  /** Time from which the details include it. */
  visibleAt: z.number(),
})

/** The schema of a payment's row. */
export const paymentSchema = z.object({
  /** LINE Pay's transactionId: 19 digits. */
  id: text,
  orderId: text,
  amount: z.number(),
  productName: text,
  confirmUrl: text,
  cancelUrl: text,
  /** Id in the approval page's address. */
  reserveId: text,
  token: text,
  state: z.enum(['PENDING', 'APPROVED', 'CONFIRMED', 'CANCELLED', 'EXPIRED', 'FAILED']),
  requestedAt: text,
  approvedAt: text.nullable(),
  /** Result of a confirm: `ok`, or a refusal's code. */
  outcome: text,
  parts: z.array(partSchema),
  confirmedAt: text.nullable(),
  /** Time from which the details include it. */
  visibleAt: z.number(),
  refunds: z.array(refundSchema),
})

/** A payment from its request on. */
export type Payment = z.infer<typeof paymentSchema>
export type Refund = z.infer<typeof refundSchema>

/** Ways to pay: card, balance, or points with a card. */
export const methods = ['card', 'balance', 'points'] as const
export type Method = (typeof methods)[number]

const short = (max: number) => text.min(1).max(max)
const amount = z.number().int().positive()
const address = z.url({ protocol: /^https?$/ }).max(500)

const productSchema = z.strictObject({
  id: short(50).optional(),
  name: short(4000),
  imageUrl: z
    .url({ protocol: /^https$/ })
    .max(500)
    .optional(),
  quantity: amount,
  price: amount,
  originalPrice: amount.optional(),
})

const packageSchema = z.strictObject({
  id: short(50),
  amount,
  name: short(100).optional(),
  products: z.array(productSchema).min(1),
})

/** A supported request call: TWD, redirect by the browser, immediate capture. */
export const requestSchema = z.strictObject({
  amount,
  currency: z.literal('TWD'),
  orderId: short(100),
  packages: z.array(packageSchema).min(1),
  redirectUrls: z.strictObject({
    confirmUrl: address,
    cancelUrl: address,
    confirmUrlType: z.literal('CLIENT').optional(),
  }),
  options: z
    .strictObject({
      display: z
        .strictObject({
          locale: z.enum(['zh_TW', 'en', 'ja', 'ko', 'th', 'zh_CN']).optional(),
          checkConfirmUrlBrowser: z.boolean().optional(),
        })
        .optional(),
      payment: z
        .strictObject({
          capture: z.literal(true).optional(),
          payType: z.literal('NORMAL').optional(),
        })
        .optional(),
    })
    .optional(),
})

/** A confirm call. */
export const confirmSchema = z.strictObject({ amount, currency: z.literal('TWD') })

/** A refund call; without an amount it asks for all that is left. */
export const refundCallSchema = z.strictObject({ refundAmount: amount.optional() })
