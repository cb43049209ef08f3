import { z } from 'zod'

import { refundLineSchema } from './refund-line.ts'

/** Money taken back without a refund, by the provider or by the buyer's bank. */
export const takenKindSchema = z.enum(['reversal', 'chargeback'])

export type TakenKind = z.infer<typeof takenKindSchema>

/** A refund that the owner requested, stored before the provider is asked; whole TWD. */
export const refundRequestSchema = z.object({
  /** Part of the refund's key. */
  number: z.int().min(1),
  amount: z.int().min(1),
  reason: z.string(),
  /** The key of the button press that requested it. */
  idempotencyKey: z.string(),
  who: z.string(),
  /** The owner's answer that the goods go back to the stock: with the last of the money, or with any once they were shipped. */
  restock: z.boolean().optional(),
  /** The return that it pays back. */
  returnNumber: z.int().min(1).optional(),
  /** What it is for, as it was chosen; missing for money under review. */
  lines: z.array(refundLineSchema).optional(),
  /** Set for money under review: the capture that goes back, with all that is left of it. */
  capture: z.object({ attempt: z.int().min(1), captureRef: z.string() }).optional(),
  /** `sending`: the outcome is unknown. `pending`: the provider has not finished it. `by-hand`: the owner owes it. */
  state: z.enum(['sending', 'pending', 'by-hand', 'done', 'refused']),
  at: z.iso.datetime(),
  /** Set for a refund by hand that goes to an account of the buyer's, which no order keeps. */
  toBank: z.literal(true).optional(),
  /** When the buyer named that account last. */
  accountAt: z.iso.datetime().optional(),
  /** What the owner noted of a refund that was made by hand: its day, and its reference at the bank or console. */
  made: z.object({ at: z.iso.datetime(), reference: z.string() }).optional(),
  doneAt: z.iso.datetime().optional(),
  issue: z.string().optional(),
  /** Random id of the request that may send it, at a provider without keys. */
  claim: z.string().optional(),
  sentAt: z.iso.datetime().optional(),
  notBefore: z.iso.datetime().optional(),
  /** The time after `sentAt` when the provider did not list it. */
  unchangedAt: z.iso.datetime().optional(),
})
export type RefundRequest = Readonly<z.infer<typeof refundRequestSchema>>

/** The key that makes a refund repeatable, and by which the shop knows its own refunds again. */
export function refundKey(orderDocument: string, number: number): string {
  return `refund:${orderDocument}:${number}`
}

export type RequestFields =
  | { readonly refundRequests?: readonly RefundRequest[] | undefined }
  | undefined

/** Those of an order's refund requests whose outcome is not known, or that the provider has not finished. */
export function refundsUnderWay(payment: RequestFields): readonly RefundRequest[] {
  return (
    payment?.refundRequests?.filter(({ state }) => state !== 'done' && state !== 'refused') ?? []
  )
}

/** Returns the amount of unfinished refunds, in whole TWD. */
export function amountUnderWay(payment: RequestFields): number {
  return refundsUnderWay(payment).reduce((sum, { amount }) => sum + amount, 0)
}

/** So many days after a refund by hand was asked for the owner is told that it is still due. */
export const MANUAL_REFUND_AFTER_DAYS = [7, 12, 15] as const

/** Whether the newest refund of a payment under review is one of its review, and all are settled: then it may end. */
export function isReviewRefunded(
  payment: (RequestFields & { readonly review?: unknown }) | undefined,
): boolean {
  const last = payment?.refundRequests?.at(-1)
  const isDone = last?.capture !== undefined && last.state === 'done'
  return payment?.review !== undefined && isDone && refundsUnderWay(payment).length === 0
}

/** Money given back, as the provider lists it; whole TWD. */
export const refundSchema = z.object({
  id: z.string(),
  amount: z.int(),
  at: z.string(),
  /** The shop's own key, where the shop made the refund. */
  key: z.string().optional(),
  /** Set when the money was taken back instead of refunded. */
  kind: takenKindSchema.optional(),
})
export type Refund = Readonly<z.infer<typeof refundSchema>>
